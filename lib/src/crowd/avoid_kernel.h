/* SPDX-License-Identifier: MIT
 * Velocities that run into nobody.
 *
 * Computes: per agent the velocity nearest to its wish, softly within one half-plane per neighbour: the velocities that
 *           meet that neighbour at no time within a second, if the neighbour does its share too. Before
 *           that the wish keeps right of who comes the other way, and what jams that makes is told from one to
 *           the next behind.
 * Invariant: every lane is an agent of its own that reads what the others were before the step. Six sweeps, every
 *            other one in reverse, the last two averaged: else the last neighbour would have more say than the first.
 * Cost: agents * neighbours.
 * Source: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision avoidance (2011), for the
 *         half-planes; C. Hildreth, A quadratic programming procedure (1957), for the sweeps. Soft: a half-plane may be
 *         violated at a price, so that there always is a best velocity, and no linear program.
 *
 *                  \ velocities      a wants to go at b. n: out of the cone of velocities that meet b;
 *       (a)->  (b)  \ that meet b    v . n >= what it is now, and a share of what is lacking
 *              n ^   \
 */
#ifdef WEND__WIDE_PRESENT

#include "crowd/crowd.h"

#define WEND__SWEEPS 6
#define WEND__TOGETHER 4u                                      /* vectors at once */
#define WEND__SOFTNESS 0.01f                                   /* 0 would be hard */
#define WEND__SOFTER 0.99503719f                               /* 1 / sqrt(1 + softness) */
#define WEND__GIVES (WEND__SOFTNESS / (1.0f + WEND__SOFTNESS)) /* softness / (1 + softness) */
#define WEND__OVER_HORIZON 1.0f                                /* [1/seconds] */
#define WEND__TURN 0.05f        /* all see others a little to the left of where they are, and pass them on the right */
#define WEND__UNDO 0.5f         /* of an overlap, in one step */
#define WEND__COMES 0.02f       /* [cells/second] slower than this one does not come nearer by itself */
#define WEND__KEEP_FREE 0.1f    /* of the top speed: how fast one keeps right of who comes the other way */
#define WEND__KEEP_STALLED 2.5f /* the same, of the speed that the jam takes away */
#define WEND__KEEP_MOST 1.0f    /* of the top speed, both together */
#define WEND__ALL_ONCOMING 2.0f /* so many ahead that come the other way count fully */
#define WEND__JAM_FADES 0.95f   /* from one to the next behind */
#define WEND__JAM_COUNTS 0.5f   /* of what is seen by oneself */
#define WEND__SAME_WAY 0.5f     /* cosine */
#define WEND__ABREAST 0.7f      /* of the distance of touching: who is farther aside is not ahead */
#define WEND__GOES 0.9f         /* of the top speed: who walks faster is in no jam */

/* One lane's neighbours as half-planes: v . normal >= least, both divided by the square root of 1 + softness: so a
 * sweep need not divide. */
typedef struct wend__planes {
    wend__wf normal_x[WEND__NEAREST], normal_y[WEND__NEAREST], least[WEND__NEAREST], weight[WEND__NEAREST];
} wend__planes;

/* Another agent as one sees it. */
typedef struct wend__seen {
    wend__wf x, y;                   /* where it is, from here */
    wend__wf approach_x, approach_y; /* how one nears it */
    wend__wf touch;                  /* the distance of touching */
} wend__seen;

/* The normal of the half-plane, and how much is lacking along it. */
typedef struct wend__lack {
    wend__wf x, y, amount;
} wend__lack;

WEND__INLINE wend__lack lack_in_contact(const wend__seen *seen, wend__wf squared, wend__wf over, float over_dt) {
    wend__lack lack = {-(seen->x * over), -(seen->y * over), seen->touch - squared * over};
    wend__wf receding = lack.x * seen->approach_x + lack.y * seen->approach_y;
    lack.amount = lack.amount * (WEND__UNDO * over_dt) - receding;
    return lack;
}

/* Against the round end of the cone where that is nearest, else against its nearer side. */
WEND__INLINE wend__lack lack_ahead(const wend__seen *seen, wend__wf squared, wend__wf over) {
    wend__wf x = seen->x + WEND__TURN * seen->y, y = seen->y - WEND__TURN * seen->x;
    wend__wf squared_touch = seen->touch * seen->touch;
    wend__wf from_x = seen->approach_x - x * WEND__OVER_HORIZON, from_y = seen->approach_y - y * WEND__OVER_HORIZON;
    wend__wf along = from_x * x + from_y * y, length = from_x * from_x + from_y * from_y;
    wend__wf least = wend__wf_splat(1e-12f), zero = wend__wf_splat(0.0f);
    wend__wf over_length = wend__wf_over_sqrt_roughly(wend__wf_max(length, least));
    wend__wm is_end = wend__wm_both(wend__wf_less(along, zero), wend__wf_less(squared_touch * length, along * along));
    wend__wf end_x = from_x * over_length, end_y = from_y * over_length;
    wend__wf end_amount = seen->touch * WEND__OVER_HORIZON - length * over_length;
    wend__wf leg = wend__wf_max(squared - squared_touch, zero);
    leg = leg * wend__wf_over_sqrt_roughly(wend__wf_max(leg, least));
    wend__wm is_left = wend__wf_less(zero, x * from_y - y * from_x);
    wend__wf side = wend__wf_where(is_left, seen->touch, zero - seen->touch);
    /* A unit vector along that side of the cone, nearly; the normal points out of it. */
    wend__wf over_squared = over * over;
    wend__wf leg_x = (x * leg - y * side) * over_squared, leg_y = (x * side + y * leg) * over_squared;
    wend__wf normal_x = wend__wf_where(is_left, zero - leg_y, leg_y);
    wend__wf normal_y = wend__wf_where(is_left, leg_x, zero - leg_x);
    wend__wf amount = zero - (normal_x * seen->approach_x + normal_y * seen->approach_y);
    return (wend__lack){wend__wf_where(is_end, end_x, normal_x), wend__wf_where(is_end, end_y, normal_y),
                        wend__wf_where(is_end, end_amount, amount)};
}

/* What agents know of themselves. */
typedef struct wend__selves {
    wend__wf x, y, velocity_x, velocity_y, radius, mass;
    wend__wi near_count;
} wend__selves;

WEND__INLINE void add_plane(const wend__lanes *lanes, const wend__selves *self, const wend__seen *seen, wend__wf share,
                            wend__wm there, uint32_t k, wend__planes *planes) {
    wend__wf squared = seen->x * seen->x + seen->y * seen->y;
    wend__wf over = wend__wf_over_sqrt_roughly(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    wend__lack contact = lack_in_contact(seen, squared, over, lanes->over_dt);
    wend__lack ahead = lack_ahead(seen, squared, over);
    wend__wm is_contact = wend__wf_less(squared, seen->touch * seen->touch);
    wend__wf x = wend__wf_where(is_contact, contact.x, ahead.x), y = wend__wf_where(is_contact, contact.y, ahead.y);
    wend__wf amount = wend__wf_where(is_contact, contact.amount, ahead.amount);
    wend__wf least = (x * self->velocity_x + y * self->velocity_y + share * amount) * WEND__SOFTER;
    planes->normal_x[k] = wend__wf_keep(there, x * WEND__SOFTER);
    planes->normal_y[k] = wend__wf_keep(there, y * WEND__SOFTER);
    planes->least[k] = wend__wf_where(there, least, wend__wf_splat(-1e6f));
    planes->weight[k] = wend__wf_splat(0.0f);
}

/* What one sees of the others' headings. */
typedef struct wend__traffic {
    wend__wf heading_x, heading_y; /* its own, times 127 */
    wend__wf oncoming;             /* how many come the other way ahead */
    wend__wi bound_for;            /* others that are bound for the same never have to pass it */
    wend__wf jam;                  /* how much the jam of those ahead that go the same way comes from such ones */
} wend__traffic;

WEND__INLINE void see_heading(const wend__seen *seen, wend__wi other, wend__wm there, wend__traffic *traffic) {
    wend__wf along =
        wend__wi_signed_byte(other, 0) * traffic->heading_x + wend__wi_signed_byte(other, 1) * traffic->heading_y;
    wend__wf ahead = seen->x * traffic->heading_x + seen->y * traffic->heading_y, zero = wend__wf_splat(0.0f);
    wend__wm is_ahead = wend__wm_both(wend__wf_less(zero, ahead), there);
    wend__wm yes = wend__wm_both(is_ahead, wend__wf_less(along, wend__wf_splat(0.0f)));
    yes = wend__wm_both(yes, wend__wi_differ(other >> 24, traffic->bound_for));
    traffic->oncoming = traffic->oncoming + wend__wf_keep(yes, wend__wf_splat(1.0f));
    wend__wm same = wend__wm_both(is_ahead, wend__wf_less(wend__wf_splat(WEND__SAME_WAY * 127.0f * 127.0f), along));
    wend__wf jam = wend__wf_from_wi(other >> 16 & 255u);
    traffic->jam = wend__wf_max(traffic->jam, wend__wf_keep(same, jam));
}

/* Looks at neighbour k. */
WEND__INLINE void look_at(const wend__lanes *lanes, const wend__selves *self, wend__wi who, uint32_t k, bool is_uniform,
                          wend__planes *planes, wend__traffic *traffic) {
    wend__wm there = wend__wi_less(k - (wend__wi){0}, self->near_count);
    wend__wf other[WEND__OTHERS], share = wend__wf_splat(0.5f);
    wend__seen seen;
    wend__wf_gather_pairs(lanes->at, who, &seen.x, &seen.y);
    wend__wf_gather_quads(lanes->others, who, other);
    seen.x = seen.x - self->x;
    seen.y = seen.y - self->y;
    seen.approach_x = self->velocity_x - other[WEND__VELOCITY_X];
    seen.approach_y = self->velocity_y - other[WEND__VELOCITY_Y];
    seen.touch = other[WEND__RADIUS] + self->radius;
    if (!is_uniform) {
        wend__wf mass = wend__wf_gather(lanes->masses, who);
        share = mass / (mass + self->mass);
    }
    /* Who does not come nearer by itself will hardly make room: then it is all up to this one. */
    wend__wf coming = other[WEND__VELOCITY_X] * seen.x + other[WEND__VELOCITY_Y] * seen.y;
    wend__wf all = wend__wf_min(share * 2.0f, wend__wf_splat(1.0f));
    share = wend__wf_where(wend__wf_less(coming, wend__wf_splat(-WEND__COMES)), share, all);
    add_plane(lanes, self, &seen, share, there, k, planes);
    see_heading(&seen, wend__wf_bits(other[WEND__HEADING]), there, traffic);
}

/* To the right of whoever comes the other way. */
WEND__INLINE void keep_right(const wend__lanes *lanes, const wend__traffic *traffic, uint32_t place, wend__wf *x,
                             wend__wf *y) {
    wend__wf zero = wend__wf_splat(0.0f), one = wend__wf_splat(1.0f), limit = wend__wf_load(lanes->limits + place);
    wend__wf squared = *x * *x + *y * *y;
    wend__wf speed = squared * wend__wf_over_sqrt(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    wend__wf seen = wend__wf_min(traffic->oncoming * (1.0f / WEND__ALL_ONCOMING), one);
    wend__wf jam = wend__wf_max(seen * 255.0f, traffic->jam * WEND__JAM_FADES);
    jam = wend__wf_keep(wend__wf_less(speed, limit * WEND__GOES), jam);
    wend__wf stall = (limit - speed) * WEND__KEEP_STALLED;
    wend__wf amount = seen * limit * WEND__KEEP_FREE + wend__wf_max(jam * (WEND__JAM_COUNTS / 255.0f), seen) * stall;
    amount = wend__wf_min(wend__wf_max(amount, zero), limit * WEND__KEEP_MOST);
    *x = *x - traffic->heading_y * amount * (1.0f / 127.0f);
    *y = *y + traffic->heading_x * amount * (1.0f / 127.0f);
    uint32_t levels[WEND__MOST_LANES];
    wend__wi_store(levels, wend__wi_from_wf(jam));
    for (uint32_t i = 0; i < WEND__W32_LANES; i++) lanes->jams[place + i] = (uint8_t)levels[i];
}

/* The speed that keeps a headway to neighbour k, if it is straight ahead, and does not come the other way. */
WEND__INLINE wend__wf keep_headway(const wend__lanes *lanes, const wend__selves *self, wend__wi who, wend__wm there,
                                   wend__wf heading_x, wend__wf heading_y, wend__wf speed) {
    wend__wf x, y, other[WEND__OTHERS], zero = wend__wf_splat(0.0f);
    wend__wf_gather_pairs(lanes->at, who, &x, &y);
    wend__wf_gather_quads(lanes->others, who, other);
    x = x - self->x;
    y = y - self->y;
    wend__wf ahead = x * heading_x + y * heading_y, aside = x * heading_y - y * heading_x;
    wend__wf going = other[WEND__VELOCITY_X] * heading_x + other[WEND__VELOCITY_Y] * heading_y;
    wend__wf touch = other[WEND__RADIUS] + self->radius, narrow = touch * WEND__ABREAST;
    wend__wm yes = wend__wm_both(wend__wf_less(aside * aside, narrow * narrow), wend__wf_less(zero, ahead));
    yes = wend__wm_both(wend__wm_both(yes, there), wend__wf_less(speed * -0.25f, going));
    /* Of two that would wait for each other, only the one waits that has the other more straight ahead. */
    wend__wi bits = wend__wf_bits(other[WEND__HEADING]);
    wend__wf from_other = x * wend__wi_signed_byte(bits, 0) + y * wend__wi_signed_byte(bits, 1);
    yes = wend__wm_both(yes, wend__wf_less(from_other * (-1.0f / 127.0f), ahead));
    wend__wf gap = ahead - wend__wf_sqrt(wend__wf_max(touch * touch - aside * aside, zero));
    wend__wf most = wend__wf_max(gap, zero) * lanes->over_headway;
    return wend__wf_where(wend__wm_both(yes, wend__wf_less(most, speed)), most, speed);
}

/* Slows a wish down. */
WEND__INLINE void keep_headways(const wend__lanes *lanes, const wend__selves *self, const uint32_t *near,
                                uint32_t count, wend__wf *x, wend__wf *y) {
    wend__wf squared = *x * *x + *y * *y, over = wend__wf_over_sqrt(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    wend__wf heading_x = *x * over, heading_y = *y * over, speed = squared * over, before = speed;
    for (uint32_t k = 0; k < count; k++) {
        wend__wm there = wend__wi_less(k - (wend__wi){0}, self->near_count);
        speed =
            keep_headway(lanes, self, wend__wi_load(near + (1 + k) * WEND__BLOCK), there, heading_x, heading_y, speed);
    }
    wend__wm is_slower = wend__wf_less(speed, before);
    *x = wend__wf_where(is_slower, heading_x * speed, *x);
    *y = wend__wf_where(is_slower, heading_y * speed, *y);
}

/* One dual coordinate: lifts the velocity over a half-plane, or lets it down again as far as it was lifted. */
WEND__INLINE void lift(wend__planes *planes, uint32_t k, wend__wf *x, wend__wf *y) {
    wend__wf weight = planes->weight[k];
    wend__wf least = planes->least[k] - weight * WEND__GIVES;
    wend__wf more = least - (planes->normal_x[k] * *x + planes->normal_y[k] * *y);
    more = wend__wf_max(more, wend__wf_splat(0.0f) - weight);
    planes->weight[k] = weight + more;
    *x = *x + planes->normal_x[k] * more;
    *y = *y + planes->normal_y[k] * more;
}

/* Of vectors that have nothing to do with each other: each waits for its own last step alone, and the processor
 * always has another one to go on with. */
typedef struct wend__together {
    wend__planes planes[WEND__TOGETHER];
    wend__wf x[WEND__TOGETHER], y[WEND__TOGETHER];
    uint32_t count; /* of half-planes, the most of all */
} wend__together;

WEND__INLINE void sweep_planes(wend__together *all) {
    wend__wf before_x[WEND__TOGETHER], before_y[WEND__TOGETHER];
    for (int sweep = 0; sweep < WEND__SWEEPS; sweep++) {
        memcpy(before_x, all->x, sizeof before_x);
        memcpy(before_y, all->y, sizeof before_y);
        for (uint32_t i = 0; i < all->count; i++) {
            uint32_t k = sweep % 2 == 0 ? i : all->count - 1 - i;
            WEND__UNROLL for (uint32_t v = 0; v < WEND__TOGETHER; v++) lift(&all->planes[v], k, &all->x[v], &all->y[v]);
        }
    }
    for (uint32_t v = 0; v < WEND__TOGETHER; v++) {
        all->x[v] = (all->x[v] + before_x[v]) * 0.5f;
        all->y[v] = (all->y[v] + before_y[v]) * 0.5f;
    }
}

/* Not longer than a limit. */
WEND__INLINE void shorten(wend__wf limit, wend__wf *x, wend__wf *y) {
    wend__wf squared = *x * *x + *y * *y;
    wend__wf scale = limit * wend__wf_over_sqrt(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    wend__wm is_long = wend__wf_less(limit * limit, squared);
    *x = wend__wf_where(is_long, *x * scale, *x);
    *y = wend__wf_where(is_long, *y * scale, *y);
}

/* Half-planes, and the wish with what traffic makes of it, of the lanes from a place on. */
WEND__INLINE void look_round(const wend__lanes *lanes, const uint32_t *near, uint32_t place, uint32_t count,
                             bool is_uniform, wend__planes *planes, wend__wf *x, wend__wf *y) {
    wend__wf other[WEND__OTHERS];
    wend__selves self = {.near_count = wend__wi_load(near) & 255u};
    wend__wf_load_pairs(lanes->at + 2 * (size_t)place, &self.x, &self.y);
    wend__wf_gather_quads(lanes->others, wend__wi_count(place), other);
    self.velocity_x = other[WEND__VELOCITY_X];
    self.velocity_y = other[WEND__VELOCITY_Y];
    self.radius = other[WEND__RADIUS];
    if (!is_uniform) self.mass = wend__wf_load(lanes->masses + place);
    wend__wi heading = wend__wf_bits(other[WEND__HEADING]), bound_for = heading >> 24;
    wend__traffic traffic = {.heading_x = wend__wi_signed_byte(heading, 0),
                             .heading_y = wend__wi_signed_byte(heading, 1),
                             /* Who goes to a point of its own is bound for nothing that others are. */
                             .bound_for = bound_for + ((bound_for + 1u) >> 8)};
    for (uint32_t k = 0; k < count; k++)
        look_at(lanes, &self, wend__wi_load(near + (1 + k) * WEND__BLOCK), k, is_uniform, planes, &traffic);
    *x = wend__wf_load(lanes->wish_x + place);
    *y = wend__wf_load(lanes->wish_y + place);
    keep_right(lanes, &traffic, place, x, y);
    if (lanes->over_headway > 0.0f) keep_headways(lanes, &self, near, count, x, y);
}

WEND__INLINE void avoid_together(const wend__lanes *lanes, uint32_t place, bool is_uniform) {
    wend__together all;
    const uint32_t *near = wend__near_of(lanes, place); /* all of one block */
    all.count = 0;
    for (uint32_t i = 0; i < WEND__TOGETHER * WEND__W32_LANES; i++) {
        uint32_t count = near[i] & 255;
        all.count = count > all.count ? count : all.count;
    }
    all.count = all.count < WEND__NEAREST ? all.count : WEND__NEAREST;
    for (uint32_t v = 0; v < WEND__TOGETHER; v++) {
        uint32_t own = place + v * WEND__W32_LANES;
        look_round(lanes, near + v * WEND__W32_LANES, own, all.count, is_uniform, &all.planes[v], &all.x[v], &all.y[v]);
    }
    sweep_planes(&all);
    for (uint32_t v = 0; v < WEND__TOGETHER; v++) {
        uint32_t own = place + v * WEND__W32_LANES;
        shorten(wend__wf_load(lanes->limits + own), &all.x[v], &all.y[v]);
        wend__wf_store(lanes->wish_x + own, all.x[v]);
        wend__wf_store(lanes->wish_y + own, all.y[v]);
    }
}

void WEND__WIDE_NAME(wend__avoid)(const wend__lanes *lanes, const wend__binning *binning, uint32_t begin,
                                  uint32_t end) {
    (void)binning;
    for (uint32_t place = begin * WEND__BLOCK; place < end * WEND__BLOCK; place += WEND__TOGETHER * WEND__W32_LANES) {
        if (lanes->is_uniform)
            avoid_together(lanes, place, true);
        else
            avoid_together(lanes, place, false);
    }
}

#endif
