export declare function released(text: string, version: string, date: string): string | undefined
export declare function versionProblem(tag: string, version: string, text: string): string | undefined
