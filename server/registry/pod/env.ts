// Upstream: pkg/apis/core/validation/validation.go (ValidateEnv, ValidateEnvFrom)

import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  SecretKeySelector,
} from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isConfigMapKey, isEnvVarName, isRelaxedEnvVarName } from '../../../apimachinery/validation/keys.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateDns1123Label } from '../core/names.ts'
import { validatePathNoBacksteps } from '../core/paths.ts'
import { envPaths, validateFieldRef, validateHostIPs, validateResourceFieldRef } from './field-selectors.ts'
import type { PodValidationOptions } from './validation-options.ts'

const nameErrors = (name: string, path: FieldPath, options: PodValidationOptions): FieldError[] =>
  (options.allowRelaxedEnvironmentVariableValidation ? isRelaxedEnvVarName : isEnvVarName)(name).map((text) =>
    field.invalid(path, name, text),
  )

/** The errors of environment variables. */
export function validateEnv(
  vars: readonly EnvVar[],
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  return eachFinding(vars, (env, i) => {
    const at = path.index(i)
    const errors = env.name
      ? nameErrors(env.name, at.child('name'), options)
      : [field.required(at.child('name'), '')]
    if (env.valueFrom)
      errors.push(...validateValueFrom(env.valueFrom, env.value ?? '', at.child('valueFrom'), options))
    return errors
  })
}

function validateValueFrom(
  source: EnvVarSource,
  value: string,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  let count = 0
  if (source.fieldRef && ++count) {
    errors.push(...validateFieldRef(source.fieldRef, envPaths, path.child('fieldRef'), options.minor))
    errors.push(...validateHostIPs(source.fieldRef, path.child('fieldRef'), options))
  }
  if (source.resourceFieldRef && ++count)
    errors.push(
      ...validateResourceFieldRef(source.resourceFieldRef, path.child('resourceFieldRef'), false, options),
    )
  if (source.configMapKeyRef && ++count)
    errors.push(...validateKeyRef(source.configMapKeyRef, path.child('configMapKeyRef')))
  if (source.secretKeyRef && ++count)
    errors.push(...validateKeyRef(source.secretKeyRef, path.child('secretKeyRef')))
  if (source.fileKeyRef && ++count)
    errors.push(...validateFileKeyRef(source.fileKeyRef, path.child('fileKeyRef'), options.minor))
  if (count === 0) {
    const kinds = options.allowEnvFilesValidation
      ? '`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
      : '`configMapKeyRef` or `secretKeyRef`'
    errors.push(field.invalid(path, '', `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, ${kinds}`))
  } else if (value !== '')
    errors.push(field.invalid(path, '', 'may not be specified when `value` is not empty'))
  else if (count > 1)
    errors.push(field.invalid(path, '', 'may not have more than one field specified at a time'))
  return errors
}

function validateKeyRef(ref: SecretKeySelector, path: FieldPath): FieldError[] {
  const errors = nameIsDNSSubdomain(ref.name ?? '', false).map((text) =>
    field.invalid(path.child('name'), ref.name ?? '', text),
  )
  if (!ref.key) errors.push(field.required(path.child('key'), ''))
  else errors.push(...isConfigMapKey(ref.key).map((text) => field.invalid(path.child('key'), ref.key, text)))
  return errors
}

function validateFileKeyRef(ref: FileKeySelector, path: FieldPath, minor: number): FieldError[] {
  const required = (name: string): FieldError[] => [field.required(path.child(name), '')]
  return [
    ...(ref.key
      ? isRelaxedEnvVarName(ref.key).map((text) => field.invalid(path.child('key'), ref.key, text))
      : required('key')),
    ...(ref.volumeName
      ? validateDns1123Label(ref.volumeName, path.child('volumeName'), minor)
      : required('volumeName')),
    ...(ref.path ? validatePathNoBacksteps(ref.path, path.child('path')) : required('path')),
  ]
}

/** The errors of sources of environment variables. */
export function validateEnvFrom(
  sources: readonly EnvFromSource[],
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  sources.forEach((source, i) => {
    const at = path.index(i)
    if (source.prefix) errors.push(...nameErrors(source.prefix, at.child('prefix'), options))
    const refs = (['configMapRef', 'secretRef'] as const).filter((name) => source[name])
    for (const ref of refs) errors.push(...validateNameRef(source[ref]!.name ?? '', at.child(ref, 'name')))
    if (refs.length === 0)
      errors.push(field.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'))
    else if (refs.length > 1)
      errors.push(field.invalid(path, '', 'may not have more than one field specified at a time'))
  })
  return errors
}

function validateNameRef(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [field.required(path, '')]
  return nameIsDNSSubdomain(name, true).map((text) => field.invalid(path, name, text))
}
