import Box from '@mui/material/Box';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useListContext, useResourceContext, useStore } from 'react-admin';

/** A column, and how early it gives way: `lg` first, `sm` last. */
export interface GivingColumn {
  source: string;
  hideBelow?: 'sm' | 'md' | 'lg';
}

const order = ['lg', 'md', 'sm'] as const;

/** Those that give way where a table has too little room, the first to go first: of one tier from right to left. */
const givingWay = (columns: readonly GivingColumn[]) =>
  order.flatMap((tier) =>
    columns
      .filter(({ hideBelow }) => hideBelow === tier)
      .map(({ source }) => source)
      .reverse(),
  );

/** The width that a browser gives a column depends on all that it holds: whether it fits is seen, not reckoned. */
const fits = (room: HTMLElement) => room.scrollWidth <= room.clientWidth;

/**
 * Around the table of a list: leaves out one column after the other until none of the rest is out of sight, before
 * any of it is seen. What is left out stands in the file of the list, and comes back where another is taken out by
 * the menu of columns. Phones have cards, which always fit.
 */
export function FittingColumns({ columns, children }: { columns: readonly GivingColumn[]; children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  const { data } = useListContext();
  const resource = useResourceContext() ?? '';
  const [chosen] = useStore(`${resource}.datatable`);
  const giving = givingWay(columns);
  const asText = giving.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, or other columns chosen, need other room
  useLayoutEffect(() => {
    const box = around.current;
    if (!box) return;
    const fit = () => {
      const room = box.querySelector<HTMLElement>('.RaDataTable-tableWrapper');
      const leftOut: string[] = [];
      box.dataset.leftOut = '';
      for (const source of asText.split(' ')) {
        if (!room || fits(room)) break;
        leftOut.push(source);
        box.dataset.leftOut = leftOut.join(' ');
      }
    };
    fit();
    const resized = new ResizeObserver(fit);
    resized.observe(box);
    return () => resized.disconnect();
  }, [asText, data, chosen]);
  return (
    <Box ref={around} sx={Object.assign({ minWidth: 0 }, ...giving.map(hidden))}>
      {children}
    </Box>
  );
}

const hidden = (source: string) => ({
  [`&[data-left-out~="${source}"] .column-${source}`]: { display: 'none' },
});
