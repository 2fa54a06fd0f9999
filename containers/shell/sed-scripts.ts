// Scripts of sed as the shell's library has to be given them.

const address = String.raw`(?:\d+|\$|\/(?:[^/\\]|\\.)*\/I?)`
const keepsBlanks = new RegExp(
  String.raw`^(\s*(?:${address}(?:\s*,\s*(?:${address}|[+~]\d+))?\s*!?\s*)?[aic]\\)([ \t]+\S)`,
)

/**
 * A script of sed in which text behind `a\`, `i\` or `c\` begins on the next line: on the same line GNU's keeps the blanks before
 * it, where the library drops one.
 */
export const withTextBelow = (script: string): string => script.replace(keepsBlanks, '$1\n$2')
