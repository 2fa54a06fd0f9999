// What a server has to ask webhooks with.
import type { CustomResourceDefinitionSpec } from '../../api/apiextensions-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ReviewTypes } from './review-types.ts'
import type { WebhookClient } from './webhook-client.ts'

/**
 * The objects of a CustomResourceDefinition in another version of theirs, in their order; those that have it already are given back.
 * `list`: they are the items of a list, which errors name. Rejects with an Error with upstream's text.
 */
export type ConvertByWebhook = (
  definition: { readonly spec: CustomResourceDefinitionSpec },
  objects: readonly KubeObject[],
  apiVersion: string,
  list?: KubeObject,
) => Promise<KubeObject[]>

/** The clients with which one server calls its webhooks. */
export interface Webhooks {
  /** Converts custom resources by the webhooks of their definitions. */
  readonly convert: ConvertByWebhook
  readonly types: ReviewTypes
  /** The client of admission webhooks. @param kubeConfigFile credentials that the configuration of their plugin names; empty: none */
  client(kubeConfigFile?: string): WebhookClient
  close(): void
}
