// What authorizers need of other files. Upstream: pkg/kubeapiserver/authorizer/config.go (New), reload.go (newForConfig)

import { goQuote } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { readOr } from '../../component-base/secure-serving.ts'
import { type WebhookConnection, webhookConnection } from '../webhook/kubeconfig.ts'
import { parseAbacPolicies } from './abac-policy-file.ts'
import type {
  AuthorizationConfiguration,
  AuthorizationReading,
  WebhookAuthorizerConfiguration,
} from './authorizer-types.ts'

type ReadFile = AuthorizationReading['readFile']

const reviewVersions = ['v1', 'v1beta1']

/** The connection to a webhook. Throws an Error with upstream's text where its kubeconfig or its version cannot be used. */
export function webhookOf(
  name: string,
  { connectionInfo, subjectAccessReviewVersion: version }: WebhookAuthorizerConfiguration,
  read: ReadFile,
  minor: number,
): WebhookConnection {
  if (connectionInfo.kubeConfigFile === undefined)
    throw new Error(
      `authorizer ${goQuote(name)}: connectionInfo.type=${connectionInfo.type} is not simulated (kube-apiserver itself ends with a panic there): name the webhook in a kubeconfig`,
    )
  const connection = webhookConnection(connectionInfo.kubeConfigFile, read, minor)
  if (!reviewVersions.includes(version))
    throw new Error(
      `unsupported webhook authorizer version ${goQuote(version)}, supported versions are "v1", "v1beta1"`,
    )
  return connection
}

/** Reads what a chain of authorizers needs. Throws an Error with upstream's text. */
export function checkAuthorizers(
  { authorizers }: AuthorizationConfiguration,
  flags: FlagValues,
  read: ReadFile,
  minor: number,
): void {
  if (authorizers.some(({ type }) => type === 'ABAC')) {
    const path = flags.string('authorization-policy-file')
    parseAbacPolicies(textOf(path, read), path, minor)
  }
  for (const { name, webhook } of authorizers)
    if (webhook !== undefined) webhookOf(name, webhook, read, minor)
}

function textOf(path: string, read: ReadFile): string {
  const file = readOr(path, read)
  if ('text' in file) return file.text
  throw new Error(
    file.error.startsWith('read ') ? `error reading policy file ${path}: ${file.error}` : file.error,
  )
}
