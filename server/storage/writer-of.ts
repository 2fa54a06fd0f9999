import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { writerName } from '../../apimachinery/scheme/stored-writer.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'

/** The name that the records of a server have of it. */
export const writerOf = ({ release, gates }: Pick<ApiserverConfig, 'release' | 'gates'>): string =>
  writerName(schemeOf(release).name, gateEnabled(gates, 'CBORServingAndStorage'))
