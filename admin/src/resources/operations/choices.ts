import type { Schemas } from '@openpmo/sdk';

/** Values of the contract in the order of the screens. */
export const dsos = ['ENEDIS', 'SRD', 'SER', 'GREENALP', 'SIBELGA', 'FAKE'] as const satisfies Schemas['Dso'][];
export const operationTypes = ['OPEN', 'PATRIMONIAL'] as const satisfies Schemas['OperationType'][];
export const functionalities = ['ACI', 'GES_KPI'] as const satisfies Schemas['Functionality'][];
export const engine: Schemas['BillingEngine'] = 'ENGINE_2025';
