// How releases differ in CEL: cel-go 0.12 (1.26), 0.16 (1.28), 0.17 (1.29), 0.20 (1.31), 0.22 (1.32), 0.23 (1.33), 0.26 (1.34), and what
// k8s.io/apiserver/pkg/cel/environment/base.go adds to an environment.
import { changing, dialect, since } from '../featuregates/release-changes.ts'

/** What an environment of a release holds. That of new expressions is the release before's: a rollback understands them. */
export const celLibraries = dialect('cel libraries', {
  authorizer: since(27, 'expressions can ask the authorizer (authorizer.group(…).check(…))'),
  comparesAcrossNumbers: since(28, 'expressions compare an int with a double or a uint'),
  optionals: since(28, 'expressions have optional values (object.?spec.orValue(…))'),
  quantities: since(28, 'expressions have quantities (quantity("1Gi").isGreaterThan(…))'),
  checksLiterals: since(
    29,
    'durations, times and regular expressions that are written in an expression are checked',
  ),
  laterStrings: since(29, 'expressions have format and strings.quote'),
  sets: since(29, 'expressions have sets.contains, sets.equivalent and sets.intersects'),
  networks: since(30, 'expressions have IP addresses and CIDRs (ip(…), cidr(…))'),
  formats: since(31, 'expressions have named formats (format.dns1123Label().validate(…))'),
  authorizerSelectors: since(
    31,
    'expressions can ask the authorizer with selectors (fieldSelector, labelSelector)',
  ),
  keywordsAsFields: since(
    31,
    'expressions on custom resources name a field that is a keyword as it is (self.namespace)',
  ),
  twoVariables: since(32, 'expressions have loops with two variables (transformMap, all(i, v, …))'),
  semver: since(33, 'expressions have semantic versions (semver("1.2.3").major())'),
  laterLists: since(34, 'expressions have sort, slice, flatten, distinct and reverse of lists'),
})

/** How the CEL of a release itself differs. */
export const celDialect = dialect('cel', {
  grammar: changing<'first' | 'before' | 'current'>(
    'first',
    [28, 'before', 'syntax errors of expressions know optional fields (object.?spec)'],
    [33, 'current', 'syntax errors of expressions know names in backquotes'],
  ),
  optionalName: changing('optional', [
    31,
    'optional_type',
    'errors on expressions name the type of optional values optional_type',
  ]),
  findsLineStarts: since(31, 'errors at the first place of a line of an expression name that line'),
  pricesEquality: since(31, 'comparing quantities and the like has an estimated cost of its own'),
  estimatesElements: since(33, 'estimated costs of expressions know the sizes of the elements of literals'),
  newExpressionsWait: since(
    28,
    'new expressions may use the functions of the release before only, so that a rollback understands them',
  ),
  authorizerInAdmission: since(27, 'expressions of admission policies have authorizer'),
  namespaceInAdmission: since(28, 'expressions of admission policies have namespaceObject'),
  wrongTypeText: changing(
    'cel expression must evaluate to a bool',
    [27, 'must evaluate to %1', 'the error on an expression of another type names the type that is wanted'],
    [
      32,
      'must evaluate to %1 but got %2',
      'the error on an expression of another type names the type that it has, too',
    ],
  ),
  checksElementsLate: since(
    29,
    'that the elements of a list are of different types is told only where an expression has no other errors',
  ),
  laterOptionals: since(33, 'expressions have first, last and unwrap for optional values'),
})
