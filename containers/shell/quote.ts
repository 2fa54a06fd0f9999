/** A word as the shell takes it whole. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
