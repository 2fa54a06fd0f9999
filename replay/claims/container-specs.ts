// What clauses say that containers ask for: variables of their environment, requests and limits.
import type { ContainerTest } from './claim.ts'
import { alt, filterMap, map, opt, type Parser, seq, token, words } from './combinators.ts'
import { auxiliary, code } from './common-words.ts'
import { value } from './field-predicates.ts'
import { having } from './having.ts'

const variableNoun = words('environment variable | env variable | variable | env var')
const variableName = filterMap(code, (text) => (/^[A-Za-z_]\w*$/.test(text) ? text : undefined))
const setTo = words('set to | with the value | with value | equal to | set to the value | of')
const some = opt(words('the | a | an | no | any'))

/** "has the environment variable `A` set to `b`". */
const variable: Parser<ContainerTest> = filterMap(
  seq(
    having,
    some,
    alt(
      map(seq(variableNoun, variableName), ([, name]) => name),
      map(seq(variableName, variableNoun), ([name]) => name),
    ),
    opt(map(seq(setTo, value), ([, found]) => found)),
  ),
  ([no, article, name, found]) =>
    no && article === 'no'
      ? undefined
      : {
          is: 'variable',
          name,
          ...(found === undefined ? {} : { value: found }),
          negated: no || article === 'no',
        },
)

const resources: Readonly<Record<string, string>> = {
  cpu: 'cpu',
  memory: 'memory',
  'ephemeral storage': 'ephemeral-storage',
}
/** A resource by the word for it. */
export const resourceName: Parser<string> = map(words(...Object.keys(resources)), (word) => resources[word]!)
const amount = alt(
  code,
  token((one) => (/^\d+(?:\.\d+)?(?:m|[KMGTPE]i?|k)?$/.test(one.text) ? one.text : undefined)),
)
/** "requests 100m of CPU", "is limited to 64Mi of memory". */
const requested: Parser<ContainerTest> = map(
  seq(
    alt<{ no: boolean; of: 'requests' | 'limits' }>(
      map(seq(auxiliary, words('request | requests')), ([no]) => ({ no, of: 'requests' })),
      map(words('is limited to | are limited to'), () => ({ no: false, of: 'limits' })),
    ),
    amount,
    opt(words('of')),
    resourceName,
    opt(words('each')),
  ),
  ([{ no, of }, found, , resource]) => ({ is: 'resource', of, resource, amount: found, negated: no }),
)
/** "memory request", "CPU limit". */
export const requestNoun: Parser<Pick<Extract<ContainerTest, { is: 'resource' }>, 'of' | 'resource'>> = map(
  seq(resourceName, words('request | limit | requests | limits')),
  ([resource, noun]) => ({ of: noun.startsWith('request') ? 'requests' : 'limits', resource }),
)
/** "has no memory limit", "has a CPU request of 100m". */
const hasRequest: Parser<ContainerTest> = filterMap(
  seq(having, some, requestNoun, opt(map(seq(words('of'), amount), ([, found]) => found))),
  ([no, article, noun, found]) =>
    no && article === 'no'
      ? undefined
      : {
          is: 'resource',
          ...noun,
          ...(found === undefined ? {} : { amount: found }),
          negated: no || article === 'no',
        },
)

/** What is said of a container's spec. */
export const specTest: Parser<ContainerTest> = alt(variable, requested, hasRequest)
