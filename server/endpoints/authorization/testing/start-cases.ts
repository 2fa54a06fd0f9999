// Starts of kube-apiserver that --authorization-config and the flags beside it refuse.

/** A start that is refused. */
export interface StartCase {
  readonly name: string
  /** `DIR` is the folder of the files. */
  readonly flags: readonly string[]
  /** The file of --authorization-config. */
  readonly config?: string
  readonly files?: Readonly<Record<string, string>>
}

const header = (version = 'v1beta1', kind = 'AuthorizationConfiguration'): string =>
  `apiVersion: apiserver.config.k8s.io/${version}\nkind: ${kind}\n`

const whole = `  - type: Webhook
    name: hook.example.com
    webhook:
      timeout: 3s
      authorizedTTL: 5m
      unauthorizedTTL: 30s
      subjectAccessReviewVersion: v1
      matchConditionSubjectAccessReviewVersion: v1
      failurePolicy: NoOpinion
      connectionInfo: {type: KubeConfigFile, kubeConfigFile: DIR/hook.yaml}
`

/** A webhook with some of its lines in another form; an empty one leaves the line out. */
function hook(changes: Readonly<Record<string, string>>, more = ''): string {
  const lines = whole.split('\n').flatMap((line) => {
    const key = /^ *-? *(\w+):/.exec(line)?.[1] ?? ''
    if (!Object.hasOwn(changes, key)) return [line]
    return changes[key] === '' ? [] : [line.replace(/: .*/, `: ${changes[key]}`)]
  })
  return `${header()}authorizers:\n${lines.join('\n')}${more}`
}

const conditions = (...expressions: string[]): string =>
  `      matchConditions:\n${expressions.map((one) => `      - expression: ${JSON.stringify(one)}\n`).join('')}`

const rbac = '  - {type: RBAC, name: rbac}\n'
const files = {
  'hook.yaml':
    'apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: "https://127.0.0.1:1/"}}]\nusers: [{name: a, user: {}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\ncurrent-context: a\n',
}

const configs: Readonly<Record<string, string>> = {
  empty: '',
  'no kind': 'apiVersion: apiserver.config.k8s.io/v1\n',
  'no version': 'kind: AuthorizationConfiguration\n',
  'other kind': header('v1beta1', 'AuthenticationConfiguration'),
  'encryption configuration': header('v1', 'EncryptionConfiguration'),
  'unknown kind': header('v1', 'Nope'),
  'unknown version': header('v2'),
  'other group': 'apiVersion: v1\nkind: ConfigMap\n',
  'not yaml': 'a: [b',
  'no object': '- a\n',
  json: '{"apiVersion":"apiserver.config.k8s.io/v1beta1","kind":"AuthorizationConfiguration","nope":1}',
  'unknown fields': `${header()}nope: 1\nauthorizers:\n  - {type: RBAC, name: rbac, more: 2}\n`,
  'repeated field': `${header()}authorizers: []\nauthorizers: []\n`,
  'wrong type': `${header()}authorizers: 1\n`,
  'bad duration': hook({ timeout: 'soon' }),
  'number as duration': hook({ timeout: '3' }),
  'no authorizers': header(),
  'no authorizers, v1': header('v1'),
  'no authorizers, v1alpha1': header('v1alpha1'),
  'no type': `${header()}authorizers:\n  - {name: a}\n`,
  'unknown type': `${header()}authorizers:\n  - {type: Nope, name: a}\n`,
  'type twice': `${header()}authorizers:\n${rbac}  - {type: RBAC, name: again}\n`,
  'no name': `${header()}authorizers:\n  - {type: RBAC}\n`,
  'name twice': `${header()}authorizers:\n${whole}${whole}`,
  'bad name': hook({ name: 'a_b' }),
  'other name': `${header()}authorizers:\n  - {type: RBAC, name: mine}\n  - {type: Node, name: yours}\n`,
  'webhook of another type': `${header()}authorizers:\n  - {type: RBAC, name: rbac, webhook: {}}\n`,
  'no webhook': `${header()}authorizers:\n  - {type: Webhook, name: a}\n`,
  'empty webhook': `${header()}authorizers:\n  - {type: Webhook, name: a, webhook: {}}\n`,
  'empty webhook, v1': `${header('v1')}authorizers:\n  - {type: Webhook, name: a, webhook: {}}\n`,
  'long timeout': hook({ timeout: '31s' }),
  'negative times': hook({ timeout: '-1s', authorizedTTL: '-2s', unauthorizedTTL: '-1500ms' }),
  'zero times': hook({ timeout: '0s', authorizedTTL: '0s', unauthorizedTTL: '0s' }),
  'no versions': hook({ subjectAccessReviewVersion: '', matchConditionSubjectAccessReviewVersion: '' }),
  'other versions': hook({
    subjectAccessReviewVersion: 'v2',
    matchConditionSubjectAccessReviewVersion: 'v1beta1',
  }),
  'no version of conditions': hook(
    { matchConditionSubjectAccessReviewVersion: '' },
    conditions("request.user == 'a'"),
  ),
  'no failure policy': hook({ failurePolicy: '' }),
  'other failure policy': hook({ failurePolicy: 'Fail' }),
  'no connection': hook({ connectionInfo: '{}' }),
  'other connection': hook({ connectionInfo: '{type: Nope}' }),
  'other connection with a file': hook({ connectionInfo: '{type: Nope, kubeConfigFile: /a}' }),
  'cluster with a file': hook({ connectionInfo: '{type: InClusterConfig, kubeConfigFile: /a}' }),
  'no file': hook({ connectionInfo: '{type: KubeConfigFile}' }),
  'relative file': hook({ connectionInfo: '{type: KubeConfigFile, kubeConfigFile: hook.yaml}' }),
  'missing file': hook({ connectionInfo: '{type: KubeConfigFile, kubeConfigFile: DIR/nope.yaml}' }),
  'folder in place of a file': hook({ connectionInfo: '{type: KubeConfigFile, kubeConfigFile: DIR}' }),
  'bad conditions': hook(
    {},
    conditions(
      '',
      ' ',
      "request.user == 'a'",
      "request.user == 'a'",
      'request.user',
      'request.nope',
      'object.x',
      'request.user ==',
      "request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'a')",
      "request.resourceAttributes.labelSelector.rawSelector == 'a'",
      'request.extra',
      'request.groups.exists(g, g == 1)',
      'authorizer.path("/").check("get").allowed()',
      "'a'.matches('(')",
      'dyn(true)',
    ),
  ),
  'many conditions': hook({}, conditions(...Array.from({ length: 65 }, (_, i) => `request.user == '${i}'`))),
  'many errors': `${header()}authorizers:\n  - {type: Webhook, name: a, webhook: {failurePolicy: Deny, subjectAccessReviewVersion: v1}}\n  - {type: Nope}\n  - {type: ABAC, name: RBAC}\n`,
  'cache of what is allowed': hook({}, '      cacheAuthorizedRequests: "yes"\n'),
}

const given = ['--authorization-config=DIR/config.yaml']

/** The starts, each of which is refused by some release at least. */
export const startCases: readonly StartCase[] = [
  ...Object.entries(configs).map(([name, config]) => ({ name, config, flags: given, files })),
  { name: 'no such configuration', flags: ['--authorization-config=DIR/nope.yaml'] },
  { name: 'folder as configuration', flags: ['--authorization-config=DIR'] },
  ...[
    '--authorization-mode=RBAC',
    '--authorization-webhook-version=v1',
    '--authorization-webhook-cache-authorized-ttl=1s',
    '--authorization-webhook-cache-unauthorized-ttl=1s',
    '--authorization-webhook-config-file=DIR/hook.yaml',
  ].map((flag) => ({
    name: `configuration and ${flag}`,
    config: `${header()}authorizers:\n${rbac}`,
    flags: [...given, flag],
    files,
  })),
  {
    name: 'ABAC without its file',
    config: `${header()}authorizers:\n  - {type: ABAC, name: abac}\n`,
    flags: given,
  },
  {
    name: 'gate off',
    config: `${header()}authorizers:\n${rbac}`,
    flags: [...given, '--feature-gates=StructuredAuthorizationConfiguration=false'],
  },
  ...(
    [
      ['no server', 'apiVersion: v1\nkind: Config\n'],
      ['nothing', ''],
      ['no yaml', 'a: [b'],
      ['unknown kind', 'apiVersion: v1\nkind: Nope\n'],
      ['bad context', files['hook.yaml'].replace('current-context: a', 'current-context: b')],
      ['bad cluster', files['hook.yaml'].replace('context: {cluster: a', 'context: {cluster: b')],
      [
        'missing authority',
        files['hook.yaml'].replace('{server:', '{certificate-authority: DIR/nope, server:'),
      ],
      ['missing certificate', files['hook.yaml'].replace('user: {}', 'user: {client-certificate: DIR/nope}')],
      ['bad server', files['hook.yaml'].replace('https://127.0.0.1:1/', '://x')],
      [
        'bad authority',
        files['hook.yaml'].replace('{server:', '{certificate-authority-data: "YQ==", server:'),
      ],
      ['wrong type', files['hook.yaml'].replace('user: {}', 'user: 1')],
    ] as const
  ).flatMap(([name, text]) => [
    {
      name: `kubeconfig: ${name}`,
      flags: ['--authorization-mode=Webhook', '--authorization-webhook-config-file=DIR/hook.yaml'],
      files: { 'hook.yaml': text },
    },
  ]),
  {
    name: 'kubeconfig in a configuration: no server',
    config: hook({}),
    flags: given,
    files: { 'hook.yaml': '' },
  },
  {
    name: 'version of a webhook',
    flags: [
      '--authorization-mode=Webhook',
      '--authorization-webhook-config-file=DIR/hook.yaml',
      '--authorization-webhook-version=v2',
    ],
    files,
  },
  {
    name: 'no such kubeconfig',
    flags: ['--authorization-mode=Webhook', '--authorization-webhook-config-file=DIR/nope.yaml'],
  },
  ...(
    [
      ['no JSON', 'nope\n'],
      ['other kind', '{"apiVersion":"v1","kind":"Pod"}\n'],
      ['unknown version', '{"apiVersion":"abac.authorization.kubernetes.io/v2","kind":"Policy","spec":{}}\n'],
      ['one bad line', '# a\n\n{"user":"a"}\n{"user": 1}\n'],
      [
        'wrong type',
        '{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":1}}\n',
      ],
    ] as const
  ).map(([name, text]) => ({
    name: `policy: ${name}`,
    flags: ['--authorization-mode=ABAC', '--authorization-policy-file=DIR/abac.jsonl'],
    files: { 'abac.jsonl': text },
  })),
]
