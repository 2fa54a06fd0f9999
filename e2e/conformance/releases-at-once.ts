/**
 * How many releases are played at the same time: much of each is waiting, for watches that end and objects that expire. Alone in its
 * file, because vitest's configuration reads it, which is loaded once for each project with all that it imports.
 */
export const releasesAtOnce = 4
