// The objects that a command line names: `nodes`, `node/x`, `svc,deploy`, `pod a b`.
import { findResource, type Resource } from './resources.ts'
import type { Session } from './session.ts'
import { KubectlError } from './usage-error.ts'

export interface Target {
  resource: Resource
  /** Undefined: all of them. */
  name: string | undefined
}

export async function targetsOf(session: Session, words: readonly string[]): Promise<Target[]> {
  if (words.length === 0)
    throw new KubectlError(
      'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.',
    )
  const resources = await session.resources()
  if (words.some((w) => w.includes('/'))) {
    return words.map((word) => {
      const [type = '', name = ''] = word.split('/')
      if (name === '')
        throw new KubectlError(
          "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
        )
      return { resource: findResource(resources, type), name }
    })
  }
  const [types = '', ...names] = words
  const found = types
    .split(',')
    .flatMap((t) =>
      t === 'all' ? resources.filter((r) => r.categories.includes('all')) : [findResource(resources, t)],
    )
  return found.flatMap((resource): Target[] =>
    names.length === 0 ? [{ resource, name: undefined }] : names.map((name) => ({ resource, name })),
  )
}
