export declare function compact(value: unknown): string
