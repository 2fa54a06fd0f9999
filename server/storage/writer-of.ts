import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { writerName } from '../../apimachinery/scheme/stored-writer.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'

/** The {@link StoredRecord.writtenBy} of the records that a server of this configuration writes. */
export const writerOf = ({ release, gates }: Pick<ApiserverConfig, 'release' | 'gates'>): string =>
  writerName(schemeOf(release).name, gateEnabled(gates, 'CBORServingAndStorage'))
