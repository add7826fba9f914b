//! Entities that wait for each other, of any format.

use std::collections::HashSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// The circles of a graph of `nodes` nodes, whose edges run from each to what it waits for: the nodes
/// of each circle in order, the circles by their first nodes.
pub(in crate::gates) fn circles(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), (), usize> = DiGraph::with_capacity(nodes, edges.len());
    let indices: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
    let mut to_themselves = HashSet::new();
    for &(from, to) in edges {
        graph.add_edge(indices[from], indices[to], ());
        if from == to {
            to_themselves.insert(from);
        }
    }
    let mut found: Vec<Vec<usize>> = kosaraju_scc(&graph)
        .into_iter()
        .map(|members| members.into_iter().map(|node| node.index()).collect::<Vec<_>>())
        .filter(|members| members.len() > 1 || to_themselves.contains(&members[0]))
        .collect();
    found.iter_mut().for_each(|members| members.sort_unstable());
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_told_in_order_and_a_node_may_wait_for_itself() {
        let edges = [(5, 4), (4, 5), (0, 1), (1, 2), (2, 0), (3, 0), (6, 6)];
        assert_eq!(circles(7, &edges), [vec![0, 1, 2], vec![4, 5], vec![6]]);
        assert_eq!(circles(3, &[(0, 1), (1, 2)]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_circle_of_fifty_thousand_is_one() {
        let count = 50_000;
        let edges: Vec<_> = (0..count).map(|node| (node, (node + 1) % count)).collect();
        assert_eq!(circles(count, &edges).len(), 1);
    }
}
