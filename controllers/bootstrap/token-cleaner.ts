// Upstream: pkg/controller/bootstrap/tokencleaner.go
import { bootstrapNamespace, bootstrapTimeLeft } from '../../apimachinery/bootstrap-secret.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { ignoringChanges } from '../ignoring-changes.ts'
import { isBootstrapToken } from './bootstrap-tokens.ts'

/** Deletes bootstrap tokens when their time is over. */
export function startTokenCleaner(context: ControllerContext): Controller {
  const { client, clock } = context
  const secrets = context.informers.on('/api/v1/secrets', {
    onChange: (secret) => {
      if (isBootstrapToken(secret)) queue.add(keyOf(secret))
    },
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'token_cleaner', async (key) => {
    const secret = secrets.items.get(key)
    const left = secret === undefined ? undefined : bootstrapTimeLeft(secret, clock.now())
    if (secret === undefined || left === undefined) return
    if (left > 0) return queue.addAfter(key, left)
    const { name, uid } = secret.metadata
    const path = `/api/v1/namespaces/${bootstrapNamespace}/secrets/${name}`
    await ignoringChanges(client.delete(path, { preconditions: { uid } }))
  })
  return queue
}
