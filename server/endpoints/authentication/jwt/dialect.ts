// How releases differ in authenticating JSON Web Tokens.
import { changing, dialect, since } from '../../../../featuregates/release-changes.ts'

/** Differences between releases in what tokens of OpenID issuers come to. */
export const jwtDialect = dialect('tokens of issuers', {
  namesCredentials: since(
    32,
    'the jti of a token of an issuer stands in the extra of its user (authentication.kubernetes.io/credential-id)',
  ),
  /** The name of the JOSE library in errors. */
  jose: changing('square/go-jose', [
    33,
    'go-jose/go-jose',
    'errors about the keys of an issuer name the library go-jose/go-jose, not square/go-jose',
  ]),
  numbersAreDoubles: since(
    34,
    'numbers in claims are double in expressions, also whole ones, and names with dots are escaped as in custom resources',
  ),
  /** The stability of metrics about changes of --authentication-config. */
  reloadMetrics: changing('ALPHA', [
    34,
    'BETA',
    'metrics about changes of --authentication-config are beta (KEP-3331)',
  ]),
  refusesEmptyUsers: since(30, 'an expression for the username that gives an empty text is an error'),
})
