import type { Schemas } from '@openpmo/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';

export type SearchGroup = Schemas['SearchGroup'];
export type SearchHit = Schemas['SearchHit'];

/** What the server finds for a text; nothing is asked for fewer letters than it takes. */
export function useSearch(text: string) {
  return api.useQuery(
    'get',
    '/search',
    { params: { query: { q: text } } },
    {
      enabled: text.replace(/\s/g, '').length >= 2,
      placeholderData: text ? keepPreviousData : undefined,
      meta: { silent: true },
    },
  );
}
