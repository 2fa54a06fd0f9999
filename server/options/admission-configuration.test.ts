import { expect, it } from 'vitest'
import { admissionConfiguration } from './admission-configuration.ts'
import { enabledPlugins } from './admission-plugins.ts'
import { FatalError, StartupError } from './startup-error.ts'

const whole = (plugin: string, configuration: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n- name: ${plugin}\n  ${configuration}\n`
const ofLimits = (limits: string): string =>
  whole(
    'EventRateLimit',
    `configuration: {apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: ${limits}}`,
  )
const ofTolerations = (text: string): string =>
  whole(
    'PodTolerationRestriction',
    `configuration: {apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1, kind: Configuration, default: ${text}}`,
  )

const read = (text: string | undefined, plugins: readonly string[]) =>
  admissionConfiguration(plugins, {
    path: '/etc/a.yaml',
    minor: 36,
    gates: { known: () => true, enabled: () => false, unregistered: () => false },
    readFolder: () => [],
    tolerationSeconds: { notReady: 300, unreachable: 300 },
    readFile(path) {
      if (path !== '/etc/a.yaml' || text === undefined) throw new Error('ENOENT')
      return text
    },
  })

const refused = "failed to apply admission: couldn't init admission plugin"
const unreadable = 'failed to apply admission: failed to read plugin config:'

// Recorded from kube-apiserver 1.36.3.
it.each<[string, string | undefined, string]>([
  [
    'EventRateLimit',
    ofLimits('[]'),
    `${refused} "EventRateLimit": limits: Invalid value: []: must not be empty`,
  ],
  [
    'EventRateLimit',
    whole('Other', ''),
    `${refused} "EventRateLimit": limits: Invalid value: null: must not be empty`,
  ],
  [
    'EventRateLimit',
    ofLimits('[{type: Foo, qps: 0, burst: -1, cacheSize: -1}]'),
    `${refused} "EventRateLimit": [limits[0].type: Unsupported value: "Foo": supported values: "Server", "Namespace", "User", "SourceAndObject", limits[0].burst: Invalid value: -1: must be positive, limits[0].qps: Invalid value: 0: must be positive, limits[0].cacheSize: Invalid value: -1: must not be negative]`,
  ],
  [
    'EventRateLimit',
    ofLimits('[]').replace('kind: Configuration', 'kind: Other'),
    `${refused} "EventRateLimit": no kind "Other" is registered for version "eventratelimit.admission.k8s.io/v1alpha1" in scheme "pkg/runtime/scheme.go:111"`,
  ],
  [
    'PodTolerationRestriction',
    ofTolerations('[{key: "a b", operator: Nope}]'),
    `${refused} "PodTolerationRestriction": invalid config: [podtolerationrestriction.default[0].key: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') podtolerationrestriction.default[0].operator: Unsupported value: "Nope": supported values: "Equal", "Exists"]`,
  ],
  ['ImagePolicyWebhook', whole('Other', ''), `${refused} "ImagePolicyWebhook": no config specified`],
  [
    'PodNodeSelector',
    whole('x', '').replace('plugins', 'plugin'),
    `${unreadable} strict decoding error: unknown field "plugin"`,
  ],
  [
    'PodNodeSelector',
    undefined,
    `${unreadable} unable to read admission control configuration from "/etc/a.yaml" [open /etc/a.yaml: no such file or directory]`,
  ],
  [
    'PodNodeSelector',
    'apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: AdmissionConfiguration\n',
    `${unreadable} no kind "AdmissionConfiguration" is registered for version "apiserver.config.k8s.io/v1alpha1" in scheme "pkg/runtime/scheme.go:111"`,
  ],
  [
    'PodNodeSelector',
    'a text\n',
    `${unreadable} couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  ],
  [
    'PodNodeSelector',
    'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n',
    `${unreadable} unexpected type: *apiserver.EncryptionConfiguration`,
  ],
  ['PodNodeSelector', 'plugins: []\n', `${unreadable} Object 'Kind' is missing in 'plugins: []\n'`],
])('%s refuses %j', (plugin, text, message) => {
  const start = () => read(text, [plugin])
  expect(start).toThrow(StartupError)
  expect(start).toThrow(message)
})

it('ends where the file of a plugin is missing', () => {
  const start = () => read(whole('EventRateLimit', 'path: own.yaml'), ['EventRateLimit'])
  expect(start).toThrow(FatalError)
  expect(start).toThrow(
    'Couldn\'t open admission plugin configuration /etc/own.yaml: &fs.PathError{Op:"open", Path:"/etc/own.yaml", Err:0x2}',
  )
})

it('reads node selectors also from a file of before there was a kind', () => {
  const text = 'podNodeSelectorPluginConfig:\n  clusterDefaultNodeSelector: a=b\n'
  expect(read(text, ['PodNodeSelector']).nodeSelectors).toEqual({ clusterDefaultNodeSelector: 'a=b' })
})

it('reads the levels and exemptions of pod security, and tells what it leaves out', () => {
  const text = whole(
    'PodSecurity',
    'configuration: {apiVersion: pod-security.admission.config.k8s.io/v1, kind: PodSecurityConfiguration, defaults: {enforce: baseline, enforce-version: v1.30}, exemptions: {namespaces: [kube-system]}}\n- name: ImagePolicyWebhook\n  path: hooks.yaml',
  )
  const { podSecurity, ignored } = read(text, ['PodSecurity'])
  expect(podSecurity.defaults.enforce).toEqual({ level: 'baseline', version: 30 })
  expect(podSecurity.defaults.warn).toEqual({ level: 'privileged', version: undefined })
  expect(podSecurity.exemptions.namespaces).toEqual(['kube-system'])
  expect(ignored).toEqual(['ImagePolicyWebhook'])
})

it('keeps the order of upstream, whatever the order of the flag', () => {
  const flags = { enable: ['ResourceQuota', 'AlwaysAdmit', 'NodeRestriction'], disable: ['LimitRanger'] }
  const names = enabledPlugins(36, flags)
  expect(names[0]).toBe('AlwaysAdmit')
  expect(names.at(-1)).toBe('ResourceQuota')
  expect(names.indexOf('NodeRestriction')).toBe(names.indexOf('ServiceAccount') + 1)
  expect(names).not.toContain('LimitRanger')
})
