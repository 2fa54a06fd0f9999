// Upstream: pkg/apis/core/validation/validation.go (ValidateTemplateObjectMeta)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { validateAnnotations } from '../../../apimachinery/validation/object-meta.ts'
import { registryDialect } from '../dialect.ts'
import { metaOrder } from '../generic/wire.ts'

const templateMeta = new Set<string>(['annotations', 'labels'])
// An empty text and a generation of 0 are Go's zero values; deletionGracePeriodSeconds is a pointer, which 0 sets too.
const isSet = (meta: Readonly<Partial<ObjectMeta>> | undefined, name: keyof ObjectMeta): boolean =>
  meta?.[name] !== '' && !(name === 'generation' && meta?.generation === 0) && isGiven(meta, name)

/** The errors of the metadata of a template of claims: what is neither label nor annotation cannot be set. */
export function validateTemplateMeta(
  meta: Readonly<Partial<ObjectMeta>> | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return [
    ...validateAnnotations(meta?.annotations, path.child('annotations'), minor),
    ...validateLabels(meta?.labels, path.child('labels'), minor),
    ...metaOrder
      .filter((name) => !templateMeta.has(name) && isSet(meta, name))
      .map((name) =>
        field.forbidden(path.child(name === 'uid' ? 'uID' : name), registryDialect(minor).claimTemplateText),
      ),
  ]
}
