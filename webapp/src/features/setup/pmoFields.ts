/** What is said of who runs an operation, in the order of its form. */
export const pmoFields = [
  'legalName',
  'legalNumber',
  'taxId',
  'address',
  'postCode',
  'city',
  'contactName',
  'email',
  'phoneNumber',
] as const;

export type PmoField = (typeof pmoFields)[number];
