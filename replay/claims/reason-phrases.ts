// "with reason `X`".
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { code, comma, mark } from './common-words.ts'

const reasonName: Parser<string> = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text : undefined)),
  token((one) =>
    one.kind === 'word' && /^[A-Z][a-z]+[A-Z][A-Za-z]*$/.test(one.text) ? one.text : undefined,
  ),
)

/** "(with) the reason `BackoffLimitExceeded`", "because of `Evicted`". */
export const reasonPhrase: Parser<string> = map(
  seq(
    opt(comma),
    alt<unknown>(
      seq(
        opt(words('with | and | for | having | and with')),
        opt(words('the | a')),
        words('reason | reason of | status reason'),
        opt(words('set to | being | is | as')),
        opt(mark(':', '=')),
      ),
      words('due to | because of'),
    ),
    reasonName,
  ),
  ([, , found]) => found,
)
