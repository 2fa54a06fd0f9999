// What the guide on webhooks shows to the author of a test, as it stands: its webhook is asked, and judges.

import * as events from 'node:events'
import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as kepsim from '../../cluster/index.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { examplesOf, runExample } from './run-example.ts'

const webhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'names' },
  webhooks: [
    {
      name: 'names.example.com',
      clientConfig: { service: { namespace: 'default', name: 'hooks' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
}
const path = '/api/v1/namespaces/default/configmaps'
const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

it('shows a webhook that a cluster asks', async () => {
  const [example] = examplesOf(readFileSync(join(packageRoot, 'docs/guide/webhooks.md'), 'utf8'))
  const opened: { cluster?: kepsim.Cluster; hooks?: http.Server } = {}
  const modules = { kepsim, 'node:events': events, 'node:http': http }
  await runExample(`${example}\nObject.assign(opened, { cluster, hooks })`, modules, { opened })
  const { cluster, hooks } = opened
  try {
    const client = cluster!.client('test')
    await client.create('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', webhook)
    await client.create(path, named('good'))
    await expect(client.create(path, named('bad'))).rejects.toThrow(
      'admission webhook "names.example.com" denied the request: no bad names',
    )
  } finally {
    await cluster?.stop()
    hooks?.close()
  }
})
