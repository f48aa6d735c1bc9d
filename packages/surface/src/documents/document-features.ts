/** The parts of the documents that feature gates decide. */
export interface DocumentFeatures {
  /** Discovery tells in which version a kind is stored, as a hash. */
  readonly showsStorageVersion: boolean;
  /** There are documents of OpenAPI v3. */
  readonly hasOpenapiV3: boolean;
  /** OpenAPI tells the values of enumerations of built-in kinds. */
  readonly showsEnums: boolean;
}

export const allDocuments: DocumentFeatures = { showsStorageVersion: true, hasOpenapiV3: true, showsEnums: true };
