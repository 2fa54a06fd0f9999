import { webhookConverter } from '../apiextensions/conversion/webhook-converter.ts'
import { type CredentialsFor, credentialsOf } from '../webhook/auth-info.ts'
import { ReviewTypes } from '../webhook/review-types.ts'
import { serviceResolver } from '../webhook/service-resolver.ts'
import { WebhookClient } from '../webhook/webhook-client.ts'
import type { Webhooks } from '../webhook/webhooks.ts'
import type { Foundation } from './foundation.ts'

/** Nothing is connected until a webhook is asked. */
export function webhooksOf(foundation: Foundation): Webhooks {
  const { config, clock, random, storage, webhookReach: reach } = foundation
  const clients = new Map<string, WebhookClient>()
  const types = new ReviewTypes(config.release.facts)
  const resolveService = serviceResolver(storage, reach, config.release.minor)
  const client = (kubeConfigFile = ''): WebhookClient => {
    const known = clients.get(kubeConfigFile)
    if (known !== undefined) return known
    const credentialsFor: CredentialsFor | undefined =
      kubeConfigFile === '' ? undefined : credentialsOf(config.readFile(kubeConfigFile), config.readFile)
    const made = new WebhookClient({ clock, reach, resolveService, credentialsFor })
    clients.set(kubeConfigFile, made)
    return made
  }
  return {
    convert: webhookConverter({ client: client(), types, random, minor: config.release.minor }),
    types,
    client,
    close() {
      for (const one of clients.values()) one.close()
    },
  }
}
