import { WebhookClient, type WebhookClientOptions } from '../webhook/webhook-client.ts'
import type { Foundation } from './foundation.ts'

/** A client of servers that the server's configuration names by URL, with the timeouts of Go's http.Client. */
export const clientOfURLs = (
  { clock, webhookReach: reach }: Foundation,
  more: Pick<WebhookClientOptions, 'credentialsFor' | 'userAgent'>,
): WebhookClient =>
  new WebhookClient({
    clock,
    reach,
    resolveService: () => Promise.reject(new Error('no Service is named')),
    ownsTimeout: true,
    ...more,
  })
