/** A word in single quotes, which the shell takes as a whole. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
