import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';
import type { FlowLink, FlowNode } from '../../../design/FlowSankey';

interface FlowsTableProps {
  caption: string;
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
}

/** Every flow with its energy: the twin of the picture. */
export function FlowsTable({ caption, nodes, links }: FlowsTableProps) {
  const t = useT();
  const formats = useFormats();
  const columns = useMemo((): Column<FlowLink>[] => {
    const name = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
    return [
      {
        id: 'source',
        header: t('dashboard.flows.source'),
        width: 'minmax(120px, 2fr)',
        cell: ({ source }) => name(source),
        sortValue: ({ source }) => name(source),
      },
      {
        id: 'target',
        header: t('dashboard.flows.target'),
        width: 'minmax(120px, 2fr)',
        cell: ({ target }) => name(target),
        sortValue: ({ target }) => name(target),
      },
      {
        id: 'energy',
        header: t('formats.unit.energy'),
        align: 'right',
        cell: ({ milliWh }) => formats.energy(milliWh),
        sortValue: ({ milliWh }) => milliWh,
      },
    ];
  }, [nodes, t, formats]);
  return (
    <DataTable
      dense
      caption={caption}
      rows={links}
      columns={columns}
      rowId={({ source, target }) => `${source} ${target}`}
      rowName={({ source, target }) => `${source} ${target}`}
      maxHeight={420}
    />
  );
}
