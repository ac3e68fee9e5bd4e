import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../../api/client';

const checkPath = '/operations/{operationId}/energy-allocation/config/check';

type Body = Schemas['AllocationConfigCreation'];
type Check = Schemas['AllocationConfigCheck'];

const question = (operationId: string, body: Body) =>
  queryOptions({
    queryKey: ['post', checkPath, operationId, body],
    queryFn: async () => {
      const { data } = await client.POST(checkPath, { params: { path: { operationId } }, body });
      if (!data) throw new Error('a check without an answer');
      return data;
    },
    meta: { silent: true },
  });

/** Whom a key from today on concerns, as the server says it of the rule of the law. */
export const useKeySites = (operationId: string) => useQuery(question(operationId, { type: 'by_default' }));

/** Typing goes on for so long, in milliseconds, before the server is asked. */
const pause = 250;

export interface KeyCheck {
  /** The newest answer there is; it may be about the key as it was a moment ago. */
  data: Check | undefined;
  /** The answer about the key as it is now; undefined where the server cannot be asked. */
  settle: () => Promise<Check | undefined>;
}

/** What the server says of a key while it is edited; nothing is changed by asking. */
export function useKeyCheck(operationId: string, body: Body | undefined): KeyCheck {
  const queries = useQueryClient();
  const text = JSON.stringify(body);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    ...question(operationId, asked === undefined ? { type: 'by_default' } : JSON.parse(asked)),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const settle = async () => {
    if (!body) return undefined;
    setAsked(text);
    return queries.fetchQuery(question(operationId, body)).catch(() => undefined);
  };
  return { data, settle };
}
