/** The flags of V8 by which it optimizes less, where its version has them: Node ends at one that it does not know. */
export declare const optimizingLess: (v8: string) => string[]
/** The flags by which it puts less of other functions into one that it optimizes, likewise. */
export declare const inliningLess: (v8: string) => string[]
