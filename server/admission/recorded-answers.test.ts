// The answers of kube-apiserver 1.36.3 with these flags to requests that its admission plugins have a part in.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestServer, type TestServer } from '../testing/test-server.ts'

interface Step {
  readonly plugin: string
  readonly method: string
  readonly path: string
  /** The user in whose name it is asked. Default: an administrator. */
  readonly as?: string
  readonly type?: string
  readonly body?: object
  /** Later steps name parts of the answer: `{{id.metadata.uid}}`. */
  readonly id?: string
  readonly code: number
  readonly message?: string
  /** The path of what is seen of the answer. Default: what plugins change of pods, the status of quotas. */
  readonly only?: string
  readonly see?: unknown
}

const plugins = [
  'NodeRestriction',
  'OwnerReferencesPermissionEnforcement',
  'LimitPodHardAntiAffinityTopology',
  'ExtendedResourceToleration',
  'PodNodeSelector',
  'PodTolerationRestriction',
  'NamespaceExists',
]
const configuration = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodNodeSelector
  configuration:
    podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: "", pns-white: "a=1,b=2" }
- name: ResourceQuota
  configuration:
    apiVersion: apiserver.config.k8s.io/v1
    kind: ResourceQuotaConfiguration
    limitedResources:
    - resource: pods
      matchScopes: [{ scopeName: PriorityClass, operator: In, values: [limited] }]
    - resource: persistentvolumeclaims
      matchContains: [gold.storageclass.storage.k8s.io/requests.storage]
`

const folder = join(import.meta.dirname, 'recorded')

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], value)
}

const changing = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'ownerReferences',
  'lastTransitionTime',
  'lastUpdateTime',
  'generation',
  'volumeMounts',
])
const steady = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, inner) => (changing.has(key) ? undefined : inner)))

const ofEveryPod = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

function seenOfPod({ metadata, spec }: Answer['body']): unknown {
  const tolerations = (spec.tolerations ?? []).filter(
    (t: { key?: string; tolerationSeconds?: number }) =>
      !ofEveryPod.includes(t.key ?? '') || t.tolerationSeconds !== 300,
  )
  return {
    ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
    ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
    ...(spec.nodeSelector === undefined ? {} : { nodeSelector: spec.nodeSelector }),
    resources: spec.containers.map((c: { resources?: unknown }) => c.resources),
    ...(tolerations.length === 0 ? {} : { tolerations }),
  }
}

function seen({ only }: Step, body: Answer['body']): unknown {
  if (only !== undefined) return steady(at(body, only))
  return steady(body.kind === 'Pod' ? seenOfPod(body) : body.kind === 'ResourceQuota' ? body.status : null)
}

const settled = (message: string): string =>
  message
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>')
    .replace(/(g\w{1,2}-)[a-z0-9]{5}(?=")/g, '$1<name>')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '<time>')

/** What a step is answered with, in the form of the recording. */
async function play(server: TestServer, step: Step, before: Map<string, unknown>): Promise<Partial<Step>> {
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\.([\w.]+)\}\}/g, (_, id, path) => String(at(before.get(id), path)))
  const isNode = step.as?.startsWith('system:node:') ?? false
  const answer = await server.send(
    step.method,
    fill(step.path),
    step.body && fill(JSON.stringify(step.body)),
    {
      'content-type': step.type ?? 'application/json',
      ...(step.as === undefined ? {} : { 'impersonate-user': step.as }),
      ...(isNode ? { 'impersonate-group': 'system:nodes' } : {}),
    },
  )
  if (step.id !== undefined) before.set(step.id, answer.body)
  const { message, see } = step
  return {
    code: answer.status,
    ...(message === undefined ? {} : { message: settled(answer.body?.message ?? '') }),
    ...(see === undefined ? {} : { see: seen(step, answer.body) }),
  }
}

describe.each(readdirSync(folder))('%s', (file) => {
  const steps: Step[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-admission-'))
  const before = new Map<string, unknown>()
  let server: TestServer

  beforeAll(async () => {
    const path = join(dir, 'admission.yaml')
    writeFileSync(path, configuration)
    server = await startTestServer(
      '1.36',
      '--authorization-mode=RBAC',
      '--allow-privileged',
      `--enable-admission-plugins=${plugins.join(',')}`,
      `--admission-control-config-file=${path}`,
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(dir, { recursive: true })
  })

  it.each([...new Set(steps.map(({ plugin }) => plugin))])('%s', async (plugin) => {
    for (const step of steps.filter((one) => one.plugin === plugin)) {
      const { code, message, see } = step
      const expected = {
        code,
        ...(message === undefined ? {} : { message }),
        ...(see === undefined ? {} : { see }),
      }
      const told = `${step.method} ${step.path} ${JSON.stringify(step.body ?? '')}`
      expect(await play(server, step, before), told).toEqual(expected)
    }
  })
})
