import { expect, it } from 'vitest'
import { parseEncryptionConfiguration } from './encryption-configuration.ts'
import { StartupError } from './startup-error.ts'

const head = 'kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n'
const some = 'providers: [{identity: {}}]'
const load = (text: string, minor = 36) => parseEncryptionConfiguration(text, 'f.yaml', minor)
const parsing = 'error while parsing file: '
const decoding = `${parsing}error decoding encryption provider configuration file "f.yaml": `
const building = 'error while building transformers: '

it.each([
  ['', `${parsing}error while loading file: encryption provider configuration file "f.yaml" is empty`],
  ['a: b\n', `${decoding}Object 'Kind' is missing in 'a: b\n'`],
  [
    'hello',
    `${decoding}couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  ],
  [
    'kind: EncryptionConfiguration\napiVersion: apiserver.k8s.io/v1\n',
    `${decoding}no kind "EncryptionConfiguration" is registered for version "apiserver.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"`,
  ],
  [
    'kind: AdmissionConfiguration\napiVersion: apiserver.config.k8s.io/v1\n',
    `${parsing}got unexpected config type: apiserver.config.k8s.io/v1, Kind=AdmissionConfiguration`,
  ],
  [head, `${parsing}resources: Required value: at least one resources is required`],
  [
    `${head}resources: [null, {resources: [secrets], providers: [null]}]`,
    `${parsing}[resources[0].resources: Required value: at least one resources[0].resources is required, resources[0].providers: Required value: at least one resources[0].providers is required, resources[1].providers[0]: Invalid value: {"AESGCM":null,"AESCBC":null,"Secretbox":null,"Identity":null,"KMS":null}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity]`,
  ],
  [
    `${head}resources: [{resources: [secrets, secrets], ${some}}]`,
    `${parsing}resources[0].resources: Invalid value: ["secrets","secrets"]: the same resource cannot be specified multiple times`,
  ],
  [
    `${head}resources: [{resources: [secrets, '*.'], ${some}}]`,
    `${parsing}resources[0].resources: Invalid value: ["secrets","*."]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked`,
  ],
  [
    `${head}resources: [{resources: [Foo], ${some}}, {resources: ['*'], ${some}}, {resources: [events.events.k8s.io], ${some}}, {resources: [ingresses.extensions], ${some}}, {resources: ['pods.*'], ${some}}, {resources: [apiserveripinfo], ${some}}]`,
    `${parsing}[resources[0].resources[0]: Invalid value: "Foo": resource name should not contain capital letters, resources[1].resources[0]: Invalid value: "*": use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources, resources[2].resources[0]: Invalid value: "events.events.k8s.io": '*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file, resources[3].resources[0]: Invalid value: "ingresses.extensions": 'extensions' group has been removed and cannot be used for encryption, resources[4].resources[0]: Invalid value: "pods.*": encrypting the same resource across groups is not supported, resources[5].resources[0]: Invalid value: "apiserveripinfo": resources which do not have REST API/s cannot be encrypted]`,
  ],
  [
    `${head}resources: [{resources: [secrets], providers: [{aescbc: {}}, {aesgcm: {keys: []}}, {secretbox: {}}]}]`,
    `${parsing}[resources[0].providers[0].aescbc.keys: Required value: at least one keys is required, resources[0].providers[1].aesgcm.keys: Required value: at least one keys is required, resources[0].providers[2].secretbox.keys: Required value: at least one keys is required]`,
  ],
  [
    `${head}resources: [{resources: [secrets], providers: [{aescbc: {keys: [{}, {name: x, secret: '***'}, {name: z, secret: aGVsbG8=}]}}, {secretbox: {keys: [{name: k, secret: aGVsbG8=}]}}]}]`,
    `${parsing}[resources[0].providers[0].aescbc.keys[0].name: Required value: name is a mandatory field for a key, resources[0].providers[0].aescbc.keys[0].secret: Required value: secret is a mandatory field for a key, resources[0].providers[0].aescbc.keys[1].secret: Invalid value: "REDACTED": secrets must be base64 encoded, resources[0].providers[0].aescbc.keys[2].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [16 24 32], resources[0].providers[1].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [32]]`,
  ],
  [
    `${head}resources: [{resources: [secrets], bogus: 1, ${some}}]`,
    `${decoding}strict decoding error: unknown field "resources[0].bogus"`,
  ],
  [
    `${head}resources: [{resources: [secrets], resources: [pods], ${some}}]`,
    `${decoding}strict decoding error: yaml: unmarshal errors:\n  line 3: key "resources" already set in map`,
  ],
  [
    `${head}resources: [{resources: [secrets], providers: [{identity: {a: b}}]}]`,
    `${decoding}strict decoding error: unknown field "resources[0].providers[0].identity.a"`,
  ],
  [
    `${head}resources: [{resources: secrets, ${some}}]`,
    `${decoding}json: cannot unmarshal string into Go struct field ResourceConfiguration.resources.resources of type []string`,
  ],
  [
    `${head}resources: [{resources: [pods], providers: [{aescbc: []}]}]`,
    `${decoding}json: cannot unmarshal array into Go struct field ProviderConfiguration.resources.providers.aescbc of type v1.AESConfiguration`,
  ],
  [
    `${head}resources: [{resources: ['*.apps'], ${some}}, {resources: [deployments.apps], ${some}}]`,
    `${building}resource "deployments.apps" is masked by earlier rule "*.apps"`,
  ],
  [
    `${head}resources: [{resources: ['*.*'], ${some}}, {resources: ['*.'], ${some}}]`,
    `${building}resource "*." is masked by earlier rule "*.*"`,
  ],
  [
    `${head}resources: [{resources: ['*.'], ${some}}, {resources: [secrets], ${some}}]`,
    `${building}resource "secrets" is masked by earlier rule "*."`,
  ],
  [
    `${head}resources: [{resources: [secrets], providers: [{identity: {}}, {kms: {apiVersion: v2, name: a, endpoint: 'unix:///x'}}]}]`,
    `${building}resources[0].providers[1].kms: KMS plugins are not simulated: use aescbc, aesgcm, secretbox or identity`,
  ],
])('refuses %j as the real server does', (text, message) => {
  expect(() => load(text)).toThrow(new StartupError(message))
})

it.each([
  [
    24,
    '',
    `error while parsing encryption provider configuration file "f.yaml": ${parsing}Object 'Kind' is missing in ''`,
  ],
  [26, '', `${parsing}encryption provider configuration file "f.yaml" is empty`],
  [
    28,
    `${head}resources: [{resources: [secrets, secrets], ${some}}]`,
    `${parsing}resources[0].resources: Invalid value: []string{"secrets", "secrets"}: the same resource cannot be specified multiple times`,
  ],
  [
    28,
    `${head}resources: [{resources: [secrets], providers: [{}]}]`,
    `${parsing}resources[0].providers[0]: Invalid value: config.ProviderConfiguration{AESGCM:(*config.AESConfiguration)(nil), AESCBC:(*config.AESConfiguration)(nil), Secretbox:(*config.SecretboxConfiguration)(nil), Identity:(*config.IdentityConfiguration)(nil), KMS:(*config.KMSConfiguration)(nil)}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity`,
  ],
])('has the texts of 1.%i', (minor, text, message) => {
  expect(() => load(text, minor)).toThrow(new StartupError(message))
})

it('takes what the real servers take', () => {
  load(`${head}resources: [{resources: [secrets], ${some}}, {resources: [secrets], ${some}}]`)
  load(`kind: EncryptionConfig\napiVersion: v1\nresources: [{resources: [secrets], ${some}}]`)
  load(`${head}resources: [{resources: [secrets], bogus: 1, ${some}}]`, 30)
  load(`${head}resources: [{resources: ['*.apps'], ${some}}, {resources: [Deployments.apps], ${some}}]`, 26)
  load(
    `${head}resources: [{resources: [pods], providers: [{aesgcm: {keys: [{name: a, secret: 'c2l4dGVlbiBieXRlIGtleR=='}]}}]}]`,
  )
})

it('does not tell the secrets of a provider that is several', () => {
  const keys = '{keys: [{name: a, secret: c2l4dGVlbiBieXRlIGtleQ==}]}'
  const text = `${head}resources: [{resources: [secrets], providers: [{identity: {}, aescbc: ${keys}}]}]`
  expect(() => load(text)).toThrow(
    new StartupError(
      `${parsing}resources[0].providers[0]: Invalid value: {"AESGCM":null,"AESCBC":{"Keys":[{"Name":"a","Secret":"REDACTED"}]},"Secretbox":null,"Identity":{},"KMS":null}: more than one provider specified in a single element, should split into different list elements`,
    ),
  )
})
