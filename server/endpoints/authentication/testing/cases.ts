// Configurations of authentication, and the tokens that meet them.
import type { TokenSpec } from './issuer-server.ts'

/** A token, and the audiences of the TokenReview that asks about it. */
export interface TokenCase extends TokenSpec {
  readonly name: string
  readonly audiences?: readonly string[]
  /** The first minor release that the case is played on. */
  readonly since?: number
}

/** Flags and files of a server, and what it is asked. `{origin}`, `{ca}`, `{dir}` and `{version}` stand in the texts. */
export interface ServerCase {
  readonly name: string
  readonly flags: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly tokens: readonly TokenCase[]
  /** Paths that are asked without a token. */
  readonly paths?: readonly string[]
  readonly since?: number
}

/** A start that fails. */
export interface ErrorCase {
  readonly name: string
  readonly flags?: readonly string[]
  /** The text of --authentication-config; undefined: the flag is not set. */
  readonly config?: string
  readonly since?: number
}

const issuer = (name: string, more = ''): string => `
    url: "{origin}/${name}"
    audiences: [kube]${more}
    certificateAuthority: "{ca}"`

const named = `
  claimMappings:
    username: {claim: sub, prefix: ""}`

const configuration = `apiVersion: apiserver.config.k8s.io/{version}
kind: AuthenticationConfiguration
jwt:
- issuer:${issuer('good')}
  claimValidationRules:
  - {claim: hd, requiredValue: example.com}
  claimMappings:
    username: {claim: sub, prefix: "good:"}
    groups: {claim: roles, prefix: "good-"}
    uid: {claim: oid}
- issuer:${issuer('second')}
  claimValidationRules:
  - expression: "!has(claims.level) || claims.level > 1"
    message: level is too low
  - expression: "!has(claims.level) || claims.level < 100"
  claimMappings:
    username: {expression: "'second:' + claims.sub"}
    groups: {expression: "claims.?roles.orValue([])"}
    uid: {expression: "claims.?oid.orValue('')"}
    extra:
    - {key: example.org/dept, valueExpression: "claims.?dept.orValue('')"}
    - {key: example.org/nested, valueExpression: "has(claims.deep) ? claims.deep.list : []"}
  userValidationRules:
  - expression: "!user.username.startsWith('second:system:')"
    message: no system users
  - expression: "user.groups.all(g, !g.startsWith('system:'))"
- issuer:
    url: "{origin}/moved"
    discoveryURL: "{origin}/moved/elsewhere/config"
    audiences: [kube, other]
    audienceMatchPolicy: MatchAny
    certificateAuthority: "{ca}"
  claimMappings:
    username: {claim: email, prefix: ""}
    groups: {claim: groups, prefix: ""}
- issuer:${issuer('broken')}${named}
- issuer:${issuer('liar')}${named}
- issuer:${issuer('keyless')}${named}
- issuer:${issuer('badkeys')}${named}
- issuer:${issuer('cached')}${named}
- issuer:${issuer('types')}
  claimMappings:
    username: {expression: "claims.sub"}
    groups: {expression: "claims.groups"}
    extra:
    - {key: example.org/number, valueExpression: "string(claims.number)"}
    - {key: example.org/type, valueExpression: "type(claims.number) == int ? 'int' : 'double'"}
`

const good = (claims: TokenSpec['claims'] = {}): TokenSpec => ({
  claims: { hd: 'example.com', oid: 'o1', ...claims },
})
const second = (claims: TokenSpec['claims'] = {}): TokenSpec => ({ by: 'second', claims })
const moved = (claims: TokenSpec['claims'] = {}): TokenSpec => ({
  by: 'moved',
  claims: { email: 'j@example.com', ...claims },
})
const types = (claims: TokenSpec['claims'] = {}): TokenSpec => ({
  by: 'types',
  claims: { groups: 'g', number: 7, ...claims },
})
const sources = (name: string, token = 'f00'): object => ({
  _claim_names: { groups: 'src' },
  _claim_sources: { src: { endpoint: `{origin}/claims/${name}`, access_token: token } },
})
const cut =
  (part: number, change: (text: string) => string) =>
  (token: string): string =>
    token
      .split('.')
      .map((text, i) => (i === part ? change(text) : text))
      .join('.')

const verifying: readonly TokenCase[] = [
  { name: 'valid', ...good({ roles: ['a', 'b'] }) },
  { name: 'other audience is wanted', ...good(), audiences: ['elsewhere'] },
  { name: 'own audience is wanted', ...good(), audiences: ['https://kubernetes.default.svc', 'elsewhere'] },
  { name: 'one group', ...good({ roles: 'a' }) },
  { name: 'groups of no texts', ...good({ roles: [1, 2] }) },
  { name: 'groups in an object', ...good({ roles: { a: 1 } }) },
  { name: 'no uid', ...good({ oid: null }) },
  { name: 'uid is a number', ...good({ oid: 7 }) },
  { name: 'a name of the token', ...good({ jti: 'j1' }) },
  { name: 'a number as name of the token', ...good({ jti: 5 }) },
  { name: 'expired', ...good({ 'exp@': '-10' }) },
  { name: 'without an end', ...good({ 'exp@': null }) },
  { name: 'end with a fraction', ...good({ exp: 4102444800.5, 'exp@': null }) },
  { name: 'end is a text', ...good({ exp: 'soon', 'exp@': null }) },
  { name: 'end is a number in a text', ...good({ exp: '4102444800', 'exp@': null }) },
  { name: 'soon valid', ...good({ 'nbf@': '+30' }) },
  { name: 'not yet valid', ...good({ 'nbf@': '+90' }) },
  { name: 'wrong audience', ...good({ aud: 'other' }) },
  { name: 'several audiences', ...good({ aud: ['x', 'kube'] }) },
  { name: 'wrong audiences', ...good({ aud: ['x', 'y'] }) },
  { name: 'no audience', ...good({ aud: null }) },
  { name: 'audience is a number', ...good({ aud: 1 }) },
  { name: 'wrong issuer', ...good({ iss: 'https://nobody.example.com' }) },
  { name: 'issuer is a number', ...good({ iss: 1 }) },
  { name: 'no subject', ...good({ sub: null }) },
  { name: 'subject is a number', ...good({ sub: 1 }) },
  { name: 'required claim is missing', ...good({ hd: null }) },
  { name: 'required claim differs', ...good({ hd: 'example.org' }) },
  { name: 'required claim is no text', ...good({ hd: ['example.com'] }) },
  { name: 'elliptic', ...good(), key: 'ec' },
  { name: 'elliptic, longer', ...good(), key: 'p384' },
  { name: 'probabilistic', ...good(), alg: 'PS384' },
  { name: 'longer hash', ...good(), alg: 'RS512' },
  { name: 'key of nobody', ...good(), key: 'other' },
  { name: 'key of nobody under a known name', ...good(), key: 'other', header: { kid: 'rsa' } },
  { name: 'key without a name', ...good(), header: { kid: undefined } },
  { name: 'no algorithm', ...good(), header: { alg: 'none' } },
  { name: 'symmetric', ...good(), header: { alg: 'HS256' } },
  { name: 'algorithm of another key', ...good(), header: { alg: 'ES256' } },
  { name: 'critical extension', ...good(), header: { crit: ['odd'] } },
  { name: 'signature is cut', ...good(), spoil: cut(2, (text) => text.slice(0, 20)) },
  { name: 'signature is no base64', ...good(), spoil: cut(2, () => '!!') },
  { name: 'no signature', ...good(), spoil: cut(2, () => '') },
  { name: 'header is no base64', ...good(), spoil: cut(0, (text) => `${text}*`) },
  { name: 'header is no JSON', ...good(), spoil: cut(0, () => 'Z2FyYmFnZQ') },
  { name: 'payload is no JSON', ...good(), spoil: cut(1, () => 'Z2FyYmFnZQ') },
  { name: 'two parts', ...good(), spoil: (token) => token.split('.').slice(0, 2).join('.') },
  { name: 'four parts', ...good(), spoil: (token) => `${token}.x` },
  { name: 'garbage', text: 'garbage' },
]

const mapping: readonly TokenCase[] = [
  {
    name: 'expressions',
    ...second({ roles: ['a', 'b'], oid: 'o1', dept: 'd', deep: { list: ['x', '', 'y'] }, level: 2 }),
  },
  { name: 'expressions without claims', ...second() },
  { name: 'rule with a message', ...second({ level: 1 }) },
  { name: 'rule without a message', ...second({ level: 100 }) },
  { name: 'rule cannot compare', ...second({ level: 'high' }) },
  { name: 'user rule with a message', ...second({ sub: 'system:admin' }) },
  { name: 'user rule without a message', ...second({ roles: ['system:masters'] }) },
  { name: 'expression of the user fails', ...second({ sub: null }) },
  { name: 'expression of the user gives no text', ...types({ sub: 7 }) },
  { name: 'expression of the user gives an empty text', ...types({ sub: '' }) },
  { name: 'expression of groups gives a number', ...types({ groups: 7 }) },
  { name: 'expression of groups gives null', ...types({ groups: 'null' }) },
  { name: 'expression of groups gives numbers', ...types({ groups: ['a', 7] }) },
  { name: 'expression of groups gives a map', ...types({ groups: { a: 'b' } }) },
  { name: 'whole number', ...types() },
  { name: 'fraction', ...types({ number: 7.5 }) },
  { name: 'key that is not known yet', ...second(), key: 'late' },
  { name: 'key that never comes', ...second(), key: 'other' },
  { name: 'email', ...moved({ email_verified: true }) },
  { name: 'email, nothing of verified', ...moved() },
  { name: 'email is not verified', ...moved({ email_verified: false }) },
  { name: 'verified is a text', ...moved({ email_verified: 'true' }) },
  { name: 'one of two audiences', ...moved({ aud: 'other' }) },
  { name: 'none of two audiences', ...moved({ aud: ['a', 'b'] }) },
  { name: 'groups from elsewhere', ...moved(sources('groups') as never) },
  { name: 'groups from elsewhere, again', ...moved({ x: 1, ...sources('groups') }) },
  { name: 'groups from elsewhere are not there', ...moved(sources('none') as never) },
  { name: 'groups from elsewhere are garbage', ...moved(sources('garbage') as never) },
  { name: 'groups from elsewhere are refused', ...moved(sources('groups', 'b4r') as never) },
  { name: 'groups from nowhere', ...moved({ _claim_names: { groups: 'src' } }) },
  { name: 'groups from another source', ...moved({ _claim_names: { groups: 'src' }, _claim_sources: {} }) },
  { name: 'issuer is broken', by: 'broken' },
  { name: 'issuer tells of another', by: 'liar' },
  { name: 'issuer has no keys', by: 'keyless' },
  { name: 'issuer has odd keys', by: 'badkeys' },
  { name: 'keys are kept', by: 'cached' },
  { name: 'keys are kept and not fetched again', by: 'cached', key: 'late' },
]

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: hook, cluster: {server: "{origin}/authenticate", certificate-authority: "{dir}/ca.pem"}}]
users: [{name: hook, user: {token: secret}}]
contexts: [{name: hook, context: {cluster: hook, user: hook}}]
current-context: hook
`
const hooked = (...names: readonly string[]): TokenCase[] =>
  names.map((text) => ({ name: `webhook: ${text}`, text }))
const asked: readonly TokenCase[] = [
  ...hooked('alice', 'plain', 'mine', 'others', 'no', 'why', 'both', 'nobody', 'group'),
  { name: 'webhook: other audience', text: 'alice', audiences: ['elsewhere'] },
  { name: 'webhook: its audience', text: 'others', audiences: ['elsewhere', 'x'] },
  ...hooked(
    'http-404',
    'http-403',
    'http-429',
    'http-500',
    'garbage',
    'empty',
    'kind',
    'version',
    'types',
    'closed',
  ),
]

/** Servers with tokens. */
export const serverCases: readonly ServerCase[] = [
  {
    name: 'configuration',
    flags: ['--authentication-config={dir}/authentication.yaml'],
    files: { 'authentication.yaml': configuration },
    tokens: [...verifying, ...mapping],
  },
  {
    name: 'flags',
    flags: [
      '--oidc-issuer-url={origin}/good',
      '--oidc-client-id=kube',
      '--oidc-ca-file={dir}/ca.pem',
      '--oidc-groups-claim=roles',
      '--oidc-groups-prefix=oidc:',
      '--oidc-required-claim=hd=example.com',
      '--oidc-required-claim=tier=a=b',
      '--oidc-signing-algs=RS256,ES256',
      '--authentication-token-webhook-config-file={dir}/hook.yaml',
    ],
    files: { 'hook.yaml': kubeconfig },
    tokens: [
      { name: 'flags: valid', ...good({ tier: 'a=b', roles: ['a'] }) },
      { name: 'flags: required claim differs', ...good({ tier: 'a' }) },
      { name: 'flags: another algorithm', ...good({ tier: 'a=b' }), key: 'p384' },
      { name: 'flags: elliptic', ...good({ tier: 'a=b' }), key: 'ec' },
      { name: 'flags: wrong issuer', by: 'second' },
      ...hooked('alice', 'no', 'types', 'version'),
    ],
  },
  {
    name: 'flags of an email',
    flags: [
      '--oidc-issuer-url={origin}/good',
      '--oidc-client-id=kube',
      '--oidc-ca-file={dir}/ca.pem',
      '--oidc-username-claim=email',
      '--authentication-token-webhook-config-file={dir}/hook.yaml',
      '--authentication-token-webhook-version=v1',
      '--api-audiences=https://kubernetes.default.svc,second',
    ],
    files: { 'hook.yaml': kubeconfig },
    tokens: [
      { name: 'email: verified', ...good({ email: 'j@example.com', email_verified: true }) },
      { name: 'email: not verified', ...good({ email: 'j@example.com', email_verified: false }) },
      { name: 'email: none', ...good() },
      ...asked,
    ],
  },
  {
    name: 'paths without a user',
    since: 34,
    flags: ['--authentication-config={dir}/authentication.yaml'],
    files: {
      'authentication.yaml': `apiVersion: apiserver.config.k8s.io/{version}
kind: AuthenticationConfiguration
anonymous:
  enabled: true
  conditions: [{path: /livez}, {path: /version}]
`,
    },
    tokens: [],
    paths: ['/livez', '/livez/ping', '/version', '/version/', '/readyz', '/api'],
  },
]

const head = 'apiVersion: apiserver.config.k8s.io/{version}\nkind: AuthenticationConfiguration\n'
const one = (text: string): string => `${head}jwt:\n- ${text.trim().replaceAll('\n', '\n  ')}\n`
const rightIssuer = 'issuer: {url: https://a.example.com, audiences: [x]}'
const rightMappings = 'claimMappings: {username: {claim: sub, prefix: ""}}'
const withIssuer = (fields: string): string => one(`issuer: {${fields}}\n${rightMappings}`)
const withMappings = (fields: string): string => one(`${rightIssuer}\nclaimMappings: {${fields}}`)
const withRules = (rules: string): string =>
  one(`${rightIssuer}\n${rightMappings}\nclaimValidationRules: ${rules}`)
const withUserRules = (rules: string): string =>
  one(`${rightIssuer}\n${rightMappings}\nuserValidationRules: ${rules}`)
const username = 'username: {claim: sub, prefix: ""}'

/** Starts that fail. */
export const errorCases: readonly ErrorCase[] = [
  { name: 'no file', flags: ['--authentication-config={dir}/nothing'] },
  { name: 'empty', config: '' },
  { name: 'no kind', config: 'jwt: []\n' },
  { name: 'no YAML', config: 'a: [\n' },
  {
    name: 'other kind',
    config: 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources: []\n',
  },
  { name: 'unknown kind', config: 'apiVersion: apiserver.config.k8s.io/{version}\nkind: Nothing\n' },
  {
    name: 'unknown version',
    config: 'apiVersion: apiserver.config.k8s.io/v7\nkind: AuthenticationConfiguration\n',
  },
  {
    name: 'version of later releases',
    config: 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt: [{}]\n',
  },
  { name: 'unknown and repeated fields', config: `${head}jwt: []\njwt: []\nnope: 1\n` },
  { name: 'unknown field below', config: one(`${rightIssuer}\n${rightMappings}\nmore: 1`) },
  { name: 'wrong type', config: `${head}jwt: {}\n` },
  { name: 'wrong type below', config: withIssuer('url: 7, audiences: x') },
  { name: 'nothing', config: one('{}') },
  { name: 'no audiences', config: withIssuer('url: https://a.example.com') },
  { name: 'http', config: withIssuer('url: http://a.example.com, audiences: [x]') },
  { name: 'no URL', config: withIssuer('url: "https://a b", audiences: [x]') },
  { name: 'URL of no scheme', config: withIssuer('url: "a.example.com:80/x", audiences: [x]') },
  { name: 'URL with a bad escape', config: withIssuer('url: "https://a/%zz", audiences: [x]') },
  {
    name: 'URL with everything',
    config: withIssuer('url: "https://u:p@a.example.com/?q=1#f", audiences: [x]'),
  },
  {
    name: 'issuer of service accounts',
    config: withIssuer('url: https://kubernetes.default.svc, audiences: [x]'),
  },
  {
    name: 'discovery is the issuer',
    config: withIssuer('url: https://a/, discoveryURL: "https://a", audiences: [x]'),
  },
  {
    name: 'discovery is no URL',
    config: withIssuer('url: https://a, discoveryURL: "http://u@b?q", audiences: [x]'),
  },
  { name: 'two audiences', config: withIssuer('url: https://a, audiences: [x, z]') },
  {
    name: 'empty and repeated audiences',
    config: withIssuer('url: https://a, audiences: [x, "", x], audienceMatchPolicy: MatchAny'),
  },
  {
    name: 'unknown policy',
    config: withIssuer('url: https://a, audiences: [x], audienceMatchPolicy: MatchAll'),
  },
  {
    name: 'no certificate',
    config: withIssuer('url: https://a, audiences: [x], certificateAuthority: nope'),
  },
  {
    name: 'broken certificate',
    config: withIssuer(
      'url: https://a, audiences: [x], certificateAuthority: "-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n"',
    ),
  },
  {
    name: 'egress of an unknown kind',
    config: withIssuer('url: https://a, audiences: [x], egressSelectorType: etcd'),
  },
  {
    name: 'egress without a configuration',
    config: withIssuer('url: https://a, audiences: [x], egressSelectorType: cluster'),
  },
  {
    name: 'egress without its gate',
    since: 34,
    flags: ['--feature-gates=StructuredAuthenticationConfigurationEgressSelector=false'],
    config: withIssuer('url: https://a, audiences: [x], egressSelectorType: cluster'),
  },
  {
    name: 'the same issuer twice',
    config: `${head}jwt:\n- {${rightIssuer}, ${rightMappings}}\n- {${rightIssuer}, ${rightMappings}}\n`,
  },
  {
    name: 'the same discovery twice',
    config: `${head}jwt:\n${['a', 'b'].map((name) => `- {issuer: {url: "https://${name}", discoveryURL: "https://c/d", audiences: [x]}, ${rightMappings}}\n`).join('')}`,
  },
  {
    name: 'too many',
    config: `${head}jwt:\n${Array.from({ length: 65 }, (_, i) => `- issuer: {url: "https://a${i}"}\n`).join('')}`,
  },
  { name: 'no username', config: withMappings('groups: {claim: g, prefix: ""}') },
  { name: 'no prefixes', config: withMappings('username: {claim: sub}, groups: {claim: g}') },
  {
    name: 'claim and expression',
    config: withMappings(
      'username: {claim: sub, expression: claims.sub}, groups: {claim: g, expression: claims.g}, uid: {claim: u, expression: claims.u}',
    ),
  },
  {
    name: 'prefix and expression',
    config: withMappings(
      'username: {expression: claims.sub, prefix: p}, groups: {expression: claims.g, prefix: q}',
    ),
  },
  {
    name: 'expressions do not compile',
    config: withMappings(
      'username: {expression: "claims."}, groups: {expression: "nothing"}, uid: {expression: "1 + \'a\'"}',
    ),
  },
  { name: 'email without verified', config: withMappings('username: {expression: claims.email}') },
  {
    name: 'email without verified, optional',
    config: withMappings('username: {expression: "claims.?email.orValue(\'\')"}'),
  },
  {
    name: 'extra',
    config: withMappings(
      `${username}, extra: [{key: "", valueExpression: "'a'"}, {key: a, valueExpression: "'a'"}, {key: Example.org/A, valueExpression: "'a'"}, {key: example.org/b, valueExpression: ""}, {key: example.org/b, valueExpression: "'a'"}, {key: example.org/c, valueExpression: "nothing"}, {key: "a_b/c d", valueExpression: "'a'"}]`,
    ),
  },
  {
    name: 'extra of Kubernetes',
    config: withMappings(
      `${username}, extra: [{key: kubernetes.io/a, valueExpression: "''"}, {key: x.k8s.io/a, valueExpression: "''"}, {key: notk8s.io/a, valueExpression: ""}]`,
    ),
  },
  {
    name: 'rules',
    config: withRules(
      `[{}, {claim: a, expression: b}, {claim: a, message: m}, {claim: a}, {expression: "true", requiredValue: v}, {expression: "true"}, {expression: "claims.x"}, {expression: "'a'"}, {expression: "user.x"}]`,
    ),
  },
  {
    name: 'user rules',
    config: withUserRules(
      `[{}, {expression: "user.username"}, {expression: "true"}, {expression: "true"}, {expression: "user.name == 'a'"}, {expression: "claims.x"}]`,
    ),
  },
  {
    name: 'with flags of OpenID',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x'],
    config: head,
  },
  { name: 'with one flag of OpenID', flags: ['--oidc-groups-claim=x'], config: head },
  {
    name: 'without its gate',
    flags: ['--feature-gates=StructuredAuthenticationConfiguration=false'],
    config: head,
  },
  {
    name: 'anonymous with its flag',
    flags: ['--anonymous-auth=true'],
    since: 34,
    config: `${head}anonymous: {enabled: true}\n`,
  },
  {
    name: 'anonymous before its time',
    config: `${head}anonymous: {enabled: false, conditions: [{path: /a}]}\n`,
  },
  { name: 'client without an issuer', flags: ['--oidc-client-id=x'] },
  { name: 'one flag of OpenID', flags: ['--oidc-username-claim=x'] },
  { name: 'issuer is not secure', flags: ['--oidc-issuer-url=http://a', '--oidc-client-id=x'] },
  {
    name: 'no file of certificates',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x', '--oidc-ca-file={dir}/nothing'],
  },
  {
    name: 'file of no certificates',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x', '--oidc-ca-file={dir}/sa.pub'],
  },
  {
    name: 'unknown algorithm',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x', '--oidc-signing-algs=HS256'],
  },
  {
    name: 'claim without a name',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x', '--oidc-username-claim='],
  },
  {
    name: 'required claim of no form',
    flags: ['--oidc-issuer-url=https://a', '--oidc-client-id=x', '--oidc-required-claim=x'],
  },
  { name: 'no file of the webhook', flags: ['--authentication-token-webhook-config-file={dir}/nothing'] },
  { name: 'empty file of the webhook', flags: ['--authentication-token-webhook-config-file={dir}/empty'] },
  {
    name: 'file of the webhook is no kubeconfig',
    flags: ['--authentication-token-webhook-config-file={dir}/sa.pub'],
  },
  {
    name: 'unknown version of the webhook',
    flags: [
      '--authentication-token-webhook-config-file={dir}/hook.yaml',
      '--authentication-token-webhook-version=v7',
    ],
  },
]

/** A kubeconfig of a webhook that nobody asks. */
export const hookFile = kubeconfig
