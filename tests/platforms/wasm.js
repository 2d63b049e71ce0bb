// SPDX-License-Identifier: MIT
// Put before every program: it sees the environment of node.
Module.preRun = () => {
    if (typeof ENV !== "undefined") Object.assign(ENV, process.env);
};
