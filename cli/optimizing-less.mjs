// Also for scripts/test.mjs, which Node runs as it stands here.

/**
 * Bytes of bytecode that a function runs before V8 thinks of optimizing it. By default a fifth of the seconds that a document takes
 * goes into machine code that is thrown away soon after.
 */
const interruptBudget = 600_000

/**
 * How often a pattern is tried by V8's interpreter before it becomes machine code, once by default: most of those that read prose are
 * tried on each sentence of a document and no more. Texts of 1,000 characters and more are not waited for.
 */
const patternTicks = 200

/** @param {string} v8 @param {string[]} flags */
const known = (v8, ...flags) => (/^11\.3\./.test(v8) ? flags : [])

/** @param {string} v8 */
export const optimizingLess = (v8) =>
  known(v8, `--interrupt-budget=${interruptBudget}`, `--regexp-tier-up-ticks=${patternTicks}`)

/** @param {string} v8 */
export const inliningLess = (v8) => known(v8, '--max-inlined-bytecode-size-cumulative=300')
