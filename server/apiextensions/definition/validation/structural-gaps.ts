// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { propertyOf, type Structural } from '../../schema/structural.ts'

interface Paths {
  /** Of the schema that should say it. */
  readonly own: FieldPath
  /** Of what restricts it. */
  readonly of: FieldPath
}

const gap = ({ own, of }: Paths): FieldError => field.required(own, `because it is defined in ${of}`)

function* junctors(schema: Structural, path: FieldPath): Iterable<readonly [Structural, FieldPath]> {
  if (schema.not) yield [schema.not, path.child('not')]
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const [i, one] of (schema[name] ?? []).entries()) yield [one, path.child(name).index(i)]
}

const childrenGaps = (restricting: Structural, schema: Structural, { own, of }: Paths): FieldError[] =>
  [...junctors(restricting, of)].flatMap(([one, path]) => nestedGaps(one, schema, { own, of: path }))

function nestedGaps(restricting: Structural, schema: Structural | undefined, paths: Paths): FieldError[] {
  if (schema === undefined) return [gap(paths)]
  const below = (child: (path: FieldPath) => FieldPath): Paths => ({
    own: child(paths.own),
    of: child(paths.of),
  })
  const properties = Object.entries(restricting.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...childrenGaps(restricting, schema, paths),
    ...(restricting.items
      ? nestedGaps(
          restricting.items,
          schema.items,
          below((path) => path.child('items')),
        )
      : []),
    ...properties.flatMap(([name, one]) =>
      nestedGaps(
        one,
        propertyOf(schema, name),
        below((path) => path.child('properties').key(name)),
      ),
    ),
  ]
}

/** What allOf, anyOf, oneOf and not at the root of a schema restrict and the schema itself does not have. */
export const structuralGaps = (schema: Structural, path: FieldPath): FieldError[] =>
  childrenGaps(schema, schema, { own: path, of: path })
