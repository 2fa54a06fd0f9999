/** The flags of V8 by which it optimizes less, where its version has them: Node ends at one that it does not know. */
export declare const optimizingLess: (v8: string) => string[]
