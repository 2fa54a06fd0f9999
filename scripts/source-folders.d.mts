/** The folders whose sources the product is built from (dist/); releases/ beside them is data. */
export declare const sourceFolders: readonly string[]
