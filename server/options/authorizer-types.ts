// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/types.go (AuthorizationConfiguration)
import type { FeatureGateReader } from '../../featuregates/reader.ts'

/** The chain of authorizers. */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[]
}

/** An authorizer of the chain. */
export interface AuthorizerConfiguration {
  readonly type: string
  readonly name: string
  /** Only with the type Webhook. */
  readonly webhook?: WebhookAuthorizerConfiguration | undefined
}

/** A webhook that is asked; times in milliseconds. */
export interface WebhookAuthorizerConfiguration {
  readonly authorizedTTL: number
  readonly cacheAuthorizedRequests: boolean
  readonly unauthorizedTTL: number
  readonly cacheUnauthorizedRequests: boolean
  readonly timeout: number
  readonly subjectAccessReviewVersion: string
  readonly matchConditionSubjectAccessReviewVersion: string
  readonly failurePolicy: string
  readonly connectionInfo: { readonly type: string; readonly kubeConfigFile?: string | undefined }
  readonly matchConditions: readonly { readonly expression: string }[]
}

/** The surroundings that a configuration is read in. */
export interface AuthorizationReading {
  readonly minor: number
  readonly gates: FeatureGateReader
  /** The text of a file; throws as node:fs does. */
  readFile(path: string): string
}
