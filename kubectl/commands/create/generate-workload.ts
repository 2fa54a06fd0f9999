// Upstream: kubectl/pkg/cmd/create/create_{deployment,job,cronjob}.go

import type { KubeObject, ObjectMeta } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import { findResource, pathOf } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import type { Generator } from './generator.ts'
import { clusterMeta, objectMeta } from './typed.ts'

/** `registry/nginx:1.2@sha…` → `nginx`. */
function containerName(image: string): string {
  const last = image
    .slice(image.lastIndexOf('/') + 1)
    .split(':')[0]!
    .split('@')[0]!
  return last
    .replace(/[^a-zA-Z0-9]/g, '-')
    .toLowerCase()
    .slice(0, 63)
}

async function deployment(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const images = flags.strings('image')
  if (images.length > 1 && session.command !== undefined)
    throw new KubectlError('cannot specify multiple --image options and command')
  const port = flags.number('port', -1)
  const containers = images.map((image, i) => ({
    name: containerName(image),
    image,
    ...(i === 0 && port >= 0 ? { ports: [{ containerPort: port }] } : {}),
    ...(i === 0 && session.command !== undefined ? { command: session.command } : {}),
    resources: {},
  }))
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: await objectMeta(session, { name, labels }),
    spec: {
      replicas: flags.number('replicas', 1),
      selector: { matchLabels: labels },
      strategy: {},
      template: { metadata: clusterMeta(session, { labels }), spec: { containers } },
    },
    status: {},
  }
}

function jobTemplateSpec(session: Session, name: string, restartPolicy: string): object {
  const container = {
    name,
    image: session.flags.string('image'),
    ...(session.command === undefined ? {} : { command: session.command }),
    resources: {},
  }
  return {
    template: { metadata: clusterMeta(session, {}), spec: { containers: [container], restartPolicy } },
  }
}

async function job(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const [image, from] = [flags.string('image'), flags.string('from')]
  if ((image === '') === (from === '')) throw new KubectlError('either --image or --from must be specified')
  if (from !== '' && session.command !== undefined)
    throw new KubectlError('cannot specify --from and command')
  if (from !== '') return jobFrom(session, name, from)
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: await objectMeta(session, { name }),
    spec: jobTemplateSpec(session, name, 'Never'),
    status: {},
  }
}

async function jobFrom(session: Session, name: string, from: string): Promise<KubeObject> {
  const [type = '', source = ''] = from.split('/')
  const resource = findResource(await session.resources(), type)
  const path = pathOf(resource, await session.namespace(), source)
  const cronJob = await (await session.transport()).json<KubeObject>(path)
  if (resource.kind !== 'CronJob')
    throw new KubectlError(`unknown object type *${resource.version}.${resource.kind}`)
  const { jobTemplate } = cronJob['spec'] as {
    jobTemplate: {
      metadata?: { annotations?: object; labels?: object }
      spec: { template: { metadata?: ObjectMeta; spec?: object } }
    }
  }
  const { template } = jobTemplate.spec
  const { uid = '' } = cronJob.metadata
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: await objectMeta(session, {
      name,
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...jobTemplate.metadata?.annotations },
      ...(jobTemplate.metadata?.labels === undefined
        ? {}
        : { labels: jobTemplate.metadata.labels as Record<string, string> }),
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          name: source,
          uid,
          ...commandDialect(session.minor).jobOwner,
        },
      ],
    }),
    spec: {
      ...jobTemplate.spec,
      template: { ...template, metadata: clusterMeta(session, template.metadata ?? {}) },
    },
    status: {},
  }
}

async function cronJob(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: await objectMeta(session, { name }),
    spec: {
      jobTemplate: {
        metadata: clusterMeta(session, { name }),
        spec: jobTemplateSpec(session, name, flags.string('restart') || 'OnFailure'),
      },
      schedule: flags.string('schedule'),
    },
    status: {},
  }
}

/** Generators of Deployments, Jobs and CronJobs, by the words after `create`. */
export const workloadGenerators: Readonly<Record<string, Generator>> = {
  deployment: { build: deployment, failure: 'failed to create deployment:' },
  job: { build: job, failure: 'failed to create job:' },
  cronjob: { build: cronJob, failure: 'failed to create cronjob:' },
}
