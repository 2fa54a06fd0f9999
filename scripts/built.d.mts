/** Files that decide how sources are bundled, beside the sources: also the versions of all that is installed. */
export declare const rules: readonly string[]

/** Whether dist/ has what a build would write now: no file that the last one read or wrote has other content, or is gone. */
export declare function isBuilt(root?: string): boolean

/** Notes what a build read, by the metafiles of esbuild, and the paths that it wrote. */
export declare function noteBuilt(
  metafiles: readonly { inputs: object }[],
  written: readonly string[],
  root?: string,
): void

/** The paths of the files in dist/ that the last build wrote. */
export declare function lastWritten(root?: string): string[]

/** Removes the parts in dist/ that are not among those to keep. */
export declare function removeParts(keep: readonly string[], root?: string): void
