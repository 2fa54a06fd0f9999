export declare function withoutOthers(value: unknown, known: ReadonlySet<string>): unknown
export declare function holds(copy: string, recording: string, known: ReadonlySet<string>): boolean
export declare function isOwn(name: string, text: string, known: ReadonlySet<string>): boolean
