const word = /\w+|[^\s\w]/g

/** At least as many tokens as an expression has, which tell how long it takes to read; each word and each sign within quotes counts too. */
export const tokensOf = (text: string): number => text.match(word)?.length ?? 0
