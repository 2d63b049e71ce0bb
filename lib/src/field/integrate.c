/* SPDX-License-Identifier: MIT
 * Goals -> integration field.
 *
 * Computes: for every cell the least over all seeds of seed + cost of the cheapest walk to it, steps and links taken in
 *           the agent's direction of travel.
 * Invariant: a value never lies below the true one, and every cell that became lower since its neighbours last saw it
 *            waits in its page; a page with waiting cells is in the heap by the least of them. Once the heap is empty
 *            no step can lower any value, and that fixed point is unique: no order of work can change a bit.
 * Cost: pages come by rising value, so each is solved once where the wave crosses it once, a few times where it comes
 *       in from several sides; a solver's work is near linear in the cells that it lowers.
 * Source: E. W. Dijkstra (1959), with a page in place of a node; label correcting within.
 *
 *      +-----+-----+-----+     the page with the least waiting value is solved; what it lowers beyond its
 *      |  9  | 5   | .   |     borders waits there, and queues those pages
 *      +-----+--^--+-----+
 *      |  4  <[ 2 ]> 3   |
 *      +-----+-----+-----+
 */
#include "field/integrate.h"

#include "base/tasks.h"

/* Which solver fits a page. */
enum { UNKNOWN, CORRIDORS, NARROW_LANES, BROAD_LANES };

void wend__page_forget_solver(wend__page *page) {
    page->solver = UNKNOWN;
    page->uniform_cost = 0;
    page->dearest_step = 0;
}

static void set_up(wend__integration *integration, const wend_mover *mover, wend__pages *pages, wend_backend backend,
                   wend_workspace *const *workspaces) {
    pages->chosen_for = mover->revision;
    integration->sweep_16 = WEND__WIDE_PICK(backend, wend__sweep_16);
    integration->sweep_32 = WEND__WIDE_PICK(backend, wend__sweep_32);
    integration->backend = backend;
    integration->terms = wend__terms_of(mover, pages);
    integration->pages = pages;
    integration->heap = &workspaces[0]->heap;
    integration->workspaces = workspaces;
    for (uint32_t i = 0; i < pages->count; i++) pages->page[i].has_link_targets = false;
    const wend__links *links = mover->links;
    for (size_t i = 0; links && i < links->count; i++)
        pages->page[wend__slot_of(pages, links->to[i]) >> 12].has_link_targets = true;
}

void wend__integrate_begin(wend__integration *integration, const wend_mover *mover, wend__pages *pages,
                           wend_backend backend, wend_workspace *const *workspaces) {
    bool is_other_mover = pages->chosen_for != mover->revision;
    set_up(integration, mover, pages, backend, workspaces);
    for (uint32_t i = 0; i < pages->count; i++) {
        wend__page *page = &pages->page[i];
        if (page->content == WEND__PAGE_LIVE) page->content = WEND__PAGE_OLD;
        page->valid = 0;
        if (is_other_mover) wend__page_forget_solver(page);
    }
}

void wend__integrate_resume(wend__integration *integration, const wend_mover *mover, wend__pages *pages,
                            wend_backend backend, wend_workspace *const *workspaces) {
    set_up(integration, mover, pages, backend, workspaces);
    for (uint32_t i = 0; i < pages->count; i++) {
        pages->page[i].valid = UINT64_MAX;
        if (pages->page[i].key != WEND_UNREACHABLE) wend__heap_push(integration->heap, pages->page[i].key, 0, i);
    }
}

static void queue_page(wend__integration *integration, uint32_t page) {
    wend__heap_push(integration->heap, integration->pages->page[page].key, 0, page);
}

static void offer_anywhere(wend__integration *integration, uint32_t cell, uint32_t value) {
    wend__pages *pages = integration->pages;
    uint32_t slot = wend__slot_of(pages, cell), page = slot >> 12;
    if (!wend__offer(pages, page, slot & (WEND__PAGE_CELLS - 1), value)) return;
    pages->page[page].waiting.rows |= UINT64_C(1) << (slot >> 6 & 63);
    queue_page(integration, page);
}

void wend__integrate_seed(wend__integration *integration, uint32_t cell, uint32_t value) {
    offer_anywhere(integration, cell, value);
}

static uint32_t value_at(const wend__pages *pages, wend_cell cell) {
    uint32_t slot = wend__slot(pages, cell.x, cell.y);
    return pages->page[slot >> 12].valid >> (slot >> 6 & 63) & 1 ? pages->values[slot] : WEND_UNREACHABLE;
}

/* Most links lower nothing: that is looked at before whether they may be used. */
static void offer_link(wend__integration *integration, uint32_t place) {
    const wend__pages *pages = integration->pages;
    const wend_mover *mover = integration->terms.mover;
    const wend__links *links = mover->links;
    uint32_t value = value_at(pages, wend__cell_of(pages->shape, links->to[place]));
    if (value == WEND_UNREACHABLE) return;
    uint32_t offered = wend__saturating_add(value, wend__link_cost(mover, links, place));
    if (offered >= value_at(pages, wend__cell_of(pages->shape, links->from[place]))) return;
    if (wend__link_is_usable(mover, links, place)) offer_anywhere(integration, links->from[place], offered);
}

/* The links that lead to cells of a page. The table has them by index: what lies beside the page is leapt over. */
static void offer_links(wend__integration *integration, uint32_t page) {
    const wend__links *links = integration->terms.mover->links;
    wend__shape shape = integration->pages->shape;
    wend_cell corner = wend__page_corner(integration->pages, page);
    wend_rect rect = {corner.x, corner.y, WEND__PAGE_SIDE, WEND__PAGE_SIDE};
    rect = wend__rect_grown(shape, rect, 0);
    uint32_t i = wend__links_to_from_on(links, wend__index(shape, rect.x, rect.y));
    while (i < links->count) {
        wend_cell to = wend__cell_of(shape, links->to[links->by_to[i]]);
        if (to.y >= rect.y + rect.height) return;
        if (to.x < rect.x)
            i = wend__links_to_from_on(links, wend__index(shape, rect.x, to.y));
        else if (to.x >= rect.x + rect.width)
            i = wend__links_to_from_on(links, wend__index(shape, rect.x, to.y + 1));
        else
            offer_link(integration, links->by_to[i++]);
    }
}

#define DEAREST_IN_NARROW_LANES 6000u /* with dearer steps too little of a page fits into 16 bits at once */
#define CORRIDOR_STEPS_PERCENT 101u   /* with more steps to 100 cells than this there are ways round: see corridors.c */

void wend__page_choose_solver(const wend__pages *pages, uint32_t page, const wend_mover *mover, wend_backend backend) {
    wend__page *state = &pages->page[page];
    wend__survey survey;
    wend__survey_fn *survey_page = WEND__WIDE_PICK(backend, wend__survey_page);
    survey_page(mover, wend__page_corner(pages, page), &survey);
    uint32_t longest = mover->diagonal > WEND__STRAIGHT ? mover->diagonal : WEND__STRAIGHT;
    state->dearest_step = 2 * longest * survey.greatest_cost;
    state->uniform_cost = survey.least_cost == survey.greatest_cost ? survey.least_cost : 0;
    state->solver = state->dearest_step <= DEAREST_IN_NARROW_LANES ? NARROW_LANES : BROAD_LANES;
    if (survey.steps * 100 < survey.free_cells * CORRIDOR_STEPS_PERCENT) state->solver = CORRIDORS;
}

static wend__solve_fn *solver_of(const wend__integration *integration, uint32_t page) {
    const wend__page *state = &integration->pages->page[page];
    if (state->solver == UNKNOWN)
        wend__page_choose_solver(integration->pages, page, integration->terms.mover, integration->backend);
    if (state->solver == CORRIDORS || state->key > WEND__SWEEP_LIMIT) return wend__solve_corridors;
    return state->solver == NARROW_LANES ? integration->sweep_16 : integration->sweep_32;
}

/* What a worker has in work, or has done. It is done with it by a single store: to hand it in nobody waits for anybody. */
typedef struct wend__share {
    uint32_t page; /* NO_PAGE: nothing */
    wend__outbox outbox;
    atomic_bool is_done;
} wend__share;

/* The pages in work, and who may take which. A solver writes its page and the eight round it: pages in work lie three
 * or more apart, and one with link targets, whose links lead anywhere, is in work alone. */
typedef struct wend__front {
    wend__integration *integration;
    atomic_flag is_locked; /* held by whoever collects and takes: a few operations of the heap */
    wend__share shares[WEND__MAX_WORKERS];
    uint32_t worker_count;
    uint32_t in_work;     /* how many shares have a page */
    bool is_alone;        /* what is in work has link targets */
    atomic_uint news;     /* how many pages were done, so that nobody looks again before there is another */
    atomic_uint departed; /* workers that found nothing to take for a while */
    uint32_t limit;       /* waiting cells beyond it may wait for ever */
} wend__front;

#define NO_PAGE UINT32_MAX
#define MAX_PASSED_OVER 8u    /* entries of the heap that a worker looks past */
#define MAX_LOOKS 100000u     /* about 100 microseconds, a few solves: then a worker with nothing to take departs */
#define SOLVES_IN_A_ROUND 32u /* before the others go back for those that departed */

static void front_begin(wend__front *front, wend__integration *integration, uint32_t worker_count, uint32_t limit) {
    front->integration = integration;
    front->worker_count = worker_count;
    front->in_work = 0;
    front->is_alone = false;
    front->limit = limit;
    atomic_flag_clear(&front->is_locked);
    atomic_init(&front->news, 0);
    atomic_init(&front->departed, 0);
    for (uint32_t worker = 0; worker < worker_count; worker++) {
        front->shares[worker].page = NO_PAGE;
        atomic_init(&front->shares[worker].is_done, false);
    }
}

static bool lie_apart(const wend__pages *pages, uint32_t a, uint32_t b) {
    int32_t dx = (int32_t)(a % pages->wide) - (int32_t)(b % pages->wide);
    int32_t dy = (int32_t)(a / pages->wide) - (int32_t)(b / pages->wide);
    return dx <= -3 || dx >= 3 || dy <= -3 || dy >= 3;
}

static bool may_take(const wend__front *front, uint32_t page) {
    const wend__pages *pages = front->integration->pages;
    if (front->in_work == 0) return true;
    if (front->is_alone || pages->page[page].has_link_targets) return false;
    for (uint32_t worker = 0; worker < front->worker_count; worker++) {
        uint32_t other = front->shares[worker].page;
        if (other != NO_PAGE && !lie_apart(pages, other, page)) return false;
    }
    return true;
}

/* Queues what a solver has found for its page and those round it. */
static void collect_share(wend__front *front, wend__share *share) {
    wend__integration *integration = front->integration;
    for (uint32_t rest = share->outbox; rest; rest &= rest - 1) {
        int32_t place = wend__lowest_bit(rest);
        queue_page(integration,
                   share->page + (uint32_t)(place / 3 - 1) * integration->pages->wide + (uint32_t)(place % 3 - 1));
    }
    if (front->is_alone) offer_links(integration, share->page);
    front->is_alone = false;
    share->page = NO_PAGE;
    atomic_store_explicit(&share->is_done, false, memory_order_relaxed);
    front->in_work--;
}

static void collect(wend__front *front) {
    for (uint32_t worker = 0; worker < front->worker_count && front->in_work; worker++) {
        wend__share *share = &front->shares[worker];
        if (atomic_load_explicit(&share->is_done, memory_order_acquire)) collect_share(front, share);
    }
}

/* The least page that may be taken, out of the heap, for a worker; or NO_PAGE, and whether nothing is left to do. */
static uint32_t take(wend__front *front, uint32_t worker, bool *is_over) {
    wend__heap *heap = front->integration->heap;
    wend__heap_entry passed_over[MAX_PASSED_OVER];
    uint32_t passed_over_count = 0, page = NO_PAGE;
    const wend__heap_entry *top;
    while (passed_over_count < MAX_PASSED_OVER && (top = wend__heap_top(heap)) && top->key <= front->limit) {
        wend__heap_entry entry = wend__heap_pop(heap);
        if (may_take(front, entry.cell)) {
            page = entry.cell;
            front->is_alone = front->integration->pages->page[page].has_link_targets;
            front->shares[worker].page = page;
            front->in_work++;
            break;
        }
        passed_over[passed_over_count++] = entry;
    }
    for (uint32_t i = 0; i < passed_over_count; i++) wend__heap_push(heap, passed_over[i].key, 0, passed_over[i].cell);
    *is_over = page == NO_PAGE && passed_over_count == 0 && front->in_work == 0;
    return page;
}

static void solve(wend__front *front, uint32_t page, uint32_t worker) {
    const wend__integration *integration = front->integration;
    wend__share *share = &front->shares[worker];
    share->outbox = 0;
    solver_of(integration, page)(&integration->terms, page, integration->workspaces[worker]->scratch, &share->outbox);
    atomic_store_explicit(&share->is_done, true, memory_order_release);
}

/* What came of an attempt to take a page. */
typedef enum wend__attempt {
    TAKEN,
    NOTHING_FREE,
    LOCKED, /* another worker is just taking one */
    OVER
} wend__attempt;

static wend__attempt try_to_take(wend__front *front, uint32_t worker, bool *is_crowded) {
    if (atomic_flag_test_and_set_explicit(&front->is_locked, memory_order_acquire)) return LOCKED;
    bool is_over;
    collect(front);
    uint32_t page = take(front, worker, &is_over);
    *is_crowded = front->integration->heap->count > 0;
    atomic_flag_clear_explicit(&front->is_locked, memory_order_release);
    return is_over ? OVER : page == NO_PAGE ? NOTHING_FREE : TAKEN;
}

/* One worker: takes and solves pages until there is nothing more to do. It never waits for another: with nothing to take
 * it looks again for a while, and departs; the others finish, or come back for it. */
static void work(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend__front *front = context;
    uint32_t looks = 0, solves = 0;
    (void)begin;
    (void)end;
    while (looks++ < MAX_LOOKS) {
        bool is_crowded = false;
        unsigned int seen = atomic_load_explicit(&front->news, memory_order_relaxed);
        wend__attempt attempt = try_to_take(front, worker, &is_crowded);
        if (attempt == OVER) return;
        while (attempt == NOTHING_FREE && looks < MAX_LOOKS &&
               atomic_load_explicit(&front->news, memory_order_relaxed) == seen)
            looks++;
        if (attempt != TAKEN) continue;
        solve(front, front->shares[worker].page, worker);
        atomic_fetch_add_explicit(&front->news, 1, memory_order_relaxed);
        looks = 0;
        bool somebody_departed = atomic_load_explicit(&front->departed, memory_order_relaxed) > 0;
        if (++solves >= SOLVES_IN_A_ROUND && somebody_departed && is_crowded) return;
    }
    atomic_fetch_add_explicit(&front->departed, 1, memory_order_relaxed);
}

static void settle_in_parallel(wend__integration *integration, const wend_tasks *tasks, uint32_t limit) {
    wend__front front;
    front_begin(&front, integration, wend__worker_count(tasks), limit);
    const wend__heap_entry *top;
    while ((top = wend__heap_top(integration->heap)) && top->key <= limit) {
        atomic_store_explicit(&front.departed, 0, memory_order_relaxed);
        wend__parallel_for(tasks, front.worker_count, 1, work, &front);
        collect(&front);
    }
}

bool wend__integrate_next(wend__integration *integration, uint32_t limit, const wend__solve_hooks *hooks) {
    wend__front front;
    bool is_over;
    front_begin(&front, integration, 1, limit);
    uint32_t page = take(&front, 0, &is_over);
    if (page == NO_PAGE) return false;
    if (hooks && !hooks->before(hooks->context, page)) {
        wend__take_waiting(&integration->pages->page[page]);
        return false;
    }
    solve(&front, page, 0);
    if (hooks) hooks->after(hooks->context, page, front.shares[0].outbox);
    collect(&front);
    return true;
}

void wend__integrate_links(wend__integration *integration) {
    const wend__links *links = integration->terms.mover->links;
    for (uint32_t i = 0; links && i < links->count; i++) offer_link(integration, i);
}

/* Targets. */

/* Targets are settled once all cells that wait lie above them; how many are, from the front of the list on. */
static size_t count_settled(const wend__integration *integration, const wend_cell *targets, size_t from, size_t count) {
    const wend__heap_entry *top = wend__heap_top(integration->heap);
    uint64_t key = top ? top->key : WEND_UNREACHABLE;
    while (from < count && value_at(integration->pages, targets[from]) < key) from++;
    return from;
}

static uint32_t farthest(const wend__pages *pages, const wend_cell *targets, size_t count) {
    uint32_t bound = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = value_at(pages, targets[i]);
        if (value > bound) bound = value;
    }
    return bound;
}

/* Page after page; returns the limit, or the farthest target once all are settled. */
static uint32_t settle_to_targets(wend__integration *integration, const wend_cell *targets, size_t target_count,
                                  uint32_t limit) {
    size_t settled = 0;
    while (settled < target_count && wend__integrate_next(integration, limit, NULL))
        settled = count_settled(integration, targets, settled, target_count);
    if (settled < target_count) return limit;
    uint32_t bound = farthest(integration->pages, targets, target_count);
    return bound < limit ? bound : limit;
}

/* Afterwards. */

void wend__integrate_drain(wend__integration *integration) {
    const wend__heap_entry *top;
    while ((top = wend__heap_top(integration->heap))) {
        wend__take_waiting(&integration->pages->page[top->cell]);
        wend__heap_pop(integration->heap);
    }
}

/* Values beyond the bound may not be final: they go. */
bool wend__integrate_finish_page(const wend__pages *pages, uint32_t page, uint32_t bound) {
    wend__page *state = &pages->page[page];
    if (state->content == WEND__PAGE_OLD) wend__page_clear(pages, page);
    if (state->content == WEND__PAGE_CLEAR) return false;
    uint64_t reached = state->valid;
    wend__page_need_rows(pages, page, UINT64_MAX);
    state->valid = reached;
    if (bound == WEND_UNREACHABLE) return false;
    uint32_t cut = 0, *values = pages->values + ((size_t)page << 12);
    for (uint32_t i = 0; i < WEND__PAGE_CELLS; i++) {
        uint32_t is_beyond = values[i] > bound ? WEND_UNREACHABLE : 0;
        cut |= is_beyond & (values[i] ^ WEND_UNREACHABLE);
        values[i] |= is_beyond;
    }
    return cut != 0;
}

/* All pages finished: is anything beyond the bound? */
static bool leave_clean(wend__integration *integration, uint32_t bound) {
    bool is_bounded = false;
    wend__integrate_drain(integration);
    for (uint32_t page = 0; page < integration->pages->count; page++)
        is_bounded |= wend__integrate_finish_page(integration->pages, page, bound);
    return is_bounded;
}

uint32_t wend__integrate_run(wend__integration *integration, const wend_tasks *tasks, const wend_cell *targets,
                             size_t target_count, uint32_t max_distance) {
    uint32_t bound = max_distance;
    if (target_count)
        bound = settle_to_targets(integration, targets, target_count, max_distance);
    else
        settle_in_parallel(integration, tasks, max_distance);
    /* Where nothing lies beyond the bound, the whole field is settled. */
    return leave_clean(integration, bound) ? bound : WEND_UNREACHABLE;
}
