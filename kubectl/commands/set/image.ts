// Upstream: kubectl/pkg/cmd/set/set_image.go
import { KubectlError } from '../../errors.ts'
import { missingResource } from '../../resources/builder.ts'
import { podSpecOf } from '../../resources/pod-template.ts'
import type { Session } from '../../session.ts'
import { refuseChange, refuseLocalServerDryRun, updateObjects } from './update.ts'

/** `kubectl set image`: sets images by container name; `*` means all containers. */
export async function setImage(session: Session, words: string[]): Promise<number> {
  const pairs = words.filter((word) => /^[^=]+=/.test(word))
  const resources = words.filter((word) => !pairs.includes(word))
  const errors = problems(session, resources, pairs)
  if (errors.length > 0)
    return refuseChange(session, resources, errors.length === 1 ? errors[0]! : `[${errors.join(', ')}]`)
  const images = new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  return updateObjects(session, resources, {
    operation: 'image updated',
    failure: 'failed to patch image update to pod template:',
    change: (object) => {
      const spec = podSpecOf(object)
      for (const [name, image] of images) {
        const found = [...(spec.initContainers ?? []), ...spec.containers].filter(
          (c) => name === '*' || c.name === name,
        )
        if (found.length === 0) throw new KubectlError(`error: unable to find container named "${name}"`)
        for (const container of found) container.image = image
      }
    },
  })
}

function problems(session: Session, resources: readonly string[], pairs: readonly string[]): string[] {
  const { flags } = session
  refuseLocalServerDryRun(session)
  if (resources.length === 0 && flags.strings('filename').length === 0 && flags.string('kustomize') === '')
    throw new KubectlError(missingResource)
  return [
    ...(flags.bool('all') && flags.string('selector') !== ''
      ? ['cannot set --all and --selector at the same time']
      : []),
    ...(resources.length === 0 && flags.strings('filename').length === 0
      ? ['one or more resources must be specified as <resource> <name> or <resource>/<name>']
      : []),
    ...(pairs.length === 0 ? ['at least one image update is required'] : []),
    ...(pairs.length > 1 && pairs.some((pair) => pair.startsWith('*='))
      ? [
          'all containers are already specified by *, but saw more than one container_name=container_image pairs',
        ]
      : []),
  ]
}
