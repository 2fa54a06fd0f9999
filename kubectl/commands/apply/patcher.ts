// The patch of a client-side apply.
// Upstream: kubectl/pkg/cmd/apply/patcher.go
import { isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import {
  createThreeWayJsonMergePatch,
  createThreeWayMergePatch,
} from '../../../apimachinery/patch/create-three-way-patch.ts'
import { applyMergePatch } from '../../../apimachinery/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../../apimachinery/patch/strategic-merge.ts'
import { ServerError, withSource } from '../../errors.ts'
import { getObject, type Target } from '../../resources/builder.ts'
import { type OpenApiSchemas, openApiSchemas } from '../../resources/openapi.ts'
import { createOn, deleteOn, type PatchKind, patchOn, type WriteOptions } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { originalConfiguration } from './last-applied.ts'

const maxRetries = 5

/** The patch that an apply sent, and the object as the server answered it. */
export interface PatchResult {
  /** Empty where nothing is different. */
  patch: JsonObject
  object: KubeObject
}

interface Prepared {
  kind: PatchKind
  patch: JsonObject
  schemas: OpenApiSchemas | undefined
  typeName: string | undefined
}

/** Patches an object to a manifest, again after conflicts, and with --force by deleting and creating it. */
export class Patcher {
  private readonly session: Session
  private readonly target: Target
  private readonly options: WriteOptions
  constructor(session: Session, target: Target, options: WriteOptions) {
    this.session = session
    this.target = target
    this.options = options
  }

  private async prepare(current: KubeObject, modified: KubeObject): Promise<Prepared> {
    const { resource } = this.target
    const three = {
      original: originalConfiguration(current) ?? {},
      modified: modified as unknown as JsonObject,
      current: current as unknown as JsonObject,
    }
    const schemas = await openApiSchemas(this.session, resource)
    const typeName = schemas?.typeName(resource.group, resource.version, resource.kind)
    if (schemas === undefined || typeName === undefined)
      return { kind: 'merge', patch: createThreeWayJsonMergePatch(three), schemas, typeName }
    return { kind: 'strategic', patch: createThreeWayMergePatch(three, typeName, schemas), schemas, typeName }
  }

  /** Patches the object on the server; a conflict is tried again, with --force it is deleted and made anew. */
  async patch(live: KubeObject, modified: KubeObject, force: boolean): Promise<PatchResult> {
    let current = live
    for (let i = 0; ; i++) {
      const { kind, patch } = await this.prepare(current, modified)
      if (Object.keys(patch).length === 0) return { patch, object: current }
      try {
        return { patch, object: await patchOn(this.session, this.target, kind, patch, this.options) }
      } catch (error) {
        const reason = error instanceof ServerError ? error.reason : ''
        if (reason === 'Conflict' && i < maxRetries) current = await getObject(this.session, this.target)
        else if (force && (reason === 'Conflict' || reason === 'Invalid'))
          return { patch, object: await this.deleteAndCreate(modified) }
        else throw this.described(withSource('patching', this.target.source, error), patch)
      }
    }
  }

  /** What the patch makes of the object, without the server. */
  async patchLocal(current: KubeObject, modified: KubeObject): Promise<PatchResult> {
    const { kind, patch, schemas, typeName } = await this.prepare(current, modified)
    if (Object.keys(patch).length === 0) return { patch, object: current }
    const object = current as unknown as JsonObject
    const made =
      kind === 'strategic'
        ? applyStrategicMergePatch(object, patch, typeName!, schemas!).object
        : applyMergePatch(object, patch)
    return { patch, object: made as unknown as KubeObject }
  }

  private async deleteAndCreate(modified: KubeObject): Promise<KubeObject> {
    await deleteOn(this.session, this.target, { gracePeriod: 0, propagationPolicy: 'Background' })
    for (;;) {
      try {
        await getObject(this.session, this.target)
      } catch {
        return createOn(this.session, this.target, modified, this.options)
      }
      await this.session.host.sleep(100)
    }
  }

  /** The error with the patch and the object that it was for. */
  private described(error: Error, patch: JsonObject): Error {
    const { resource, namespace, name, source } = this.target
    const gvk = `${resource.group}/${resource.version}, Kind=${resource.kind}`
    const info = `Resource: "${`${resource.group}/${resource.version}`}, Resource=${resource.name}", GroupVersionKind: "${gvk}"\nName: "${name}", Namespace: "${namespace ?? ''}"`
    return withSource(`applying patch:\n${JSON.stringify(patch)}\nto:\n${info}\nfor:`, source, error)
  }
}

/** The value without nulls, which an apply leaves out of a new object. */
export function pruneNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(pruneNulls) as T
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null)
      .map(([k, v]) => [k, pruneNulls(v)]),
  ) as T
}
