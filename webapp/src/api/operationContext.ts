import type { Schemas } from '@openpmo/sdk';
import { createContext } from 'react';

/** The operation of the page; `useOperation` reads it where there is one for sure. */
export const OperationContext = createContext<Schemas['Operation'] | undefined>(undefined);
